// What the tests of the core share.
#pragma once

namespace jeopardice::tests {

// Counts and tells what does not hold.
void expect(bool holds, const char* what);
[[nodiscard]] int failures();

void test_at_once();

}  // namespace jeopardice::tests
