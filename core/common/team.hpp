// Threads that wait for work and share it batch by batch; the caller works along.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace jeopardice {

class Team {
  public:
    explicit Team(const std::size_t size)
        : start_(static_cast<std::ptrdiff_t>(size)), done_(static_cast<std::ptrdiff_t>(size)) {
        std::size_t missing = size;
        try {
            for (std::size_t i = 1; i < size; ++i) {
                threads_.emplace_back([this, i] {
                    for (;;) {
                        start_.arrive_and_wait();
                        if (closing_) return;
                        share(i);
                        done_.arrive_and_wait();
                    }
                });
                --missing;
            }
        } catch (...) {  // the system has no more threads: let those go that wait already
            closing_ = true;
            while (missing-- > 0) start_.arrive_and_drop();
            throw;
        }
    }

    ~Team() {
        closing_ = true;
        if (!threads_.empty()) start_.arrive_and_wait();
    }

    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    [[nodiscard]] std::size_t size() const { return threads_.size() + 1; }

    // Calls work(batch, thread) for every batch below `count`; thread < size() tells whose arrays to use. Little work
    // is better done alone: to wake the others may take longer, above all where others use the processors, too.
    void run(const std::size_t count, const std::function<void(std::size_t, std::size_t)>& work,
             const bool alone = false) {
        work_ = &work;
        count_ = count;
        next_ = 0;
        if (threads_.empty() || count < 2 || alone) {
            share(0);
        } else {
            start_.arrive_and_wait();
            share(0);
            done_.arrive_and_wait();
        }
        if (const std::exception_ptr failed = std::exchange(error_, nullptr)) std::rethrow_exception(failed);
    }

  private:
    void share(const std::size_t thread) {
        try {
            for (std::size_t b = next_++; b < count_; b = next_++) (*work_)(b, thread);
        } catch (...) {  // such as no memory
            const std::lock_guard lock(failing_);
            error_ = std::current_exception();
        }
    }

    std::barrier<> start_, done_;
    std::atomic<bool> closing_{false};
    std::atomic<std::size_t> next_{0};
    std::size_t count_ = 0;
    std::mutex failing_;
    std::exception_ptr error_;
    const std::function<void(std::size_t, std::size_t)>* work_ = nullptr;
    std::vector<std::jthread> threads_;
};

}  // namespace jeopardice
