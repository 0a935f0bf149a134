// The direction in which sums and products are rounded: outward rounding makes bounds of values.
#pragma once

#include <cfenv>
#include <stdexcept>

namespace jeopardice {

enum class Rounding { nearest, down, up };

// Sets the rounding of the current thread during its lifetime.
class RoundingScope {
  public:
    explicit RoundingScope(Rounding rounding) : before_(std::fegetround()) {
        if (rounding == Rounding::nearest) return;
        if (std::fesetround(rounding == Rounding::down ? FE_DOWNWARD : FE_UPWARD) != 0)
            throw std::runtime_error("certificates are not available: this machine cannot set the rounding direction");
    }
    ~RoundingScope() { std::fesetround(before_); }
    RoundingScope(const RoundingScope&) = delete;
    RoundingScope& operator=(const RoundingScope&) = delete;

  private:
    int before_;
};

}  // namespace jeopardice
