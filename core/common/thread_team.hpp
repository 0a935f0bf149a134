// Work in threads, and its progress.
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

// Called from time to time with the completed fraction of the work; may throw to stop the work.
using Progress = std::function<void(double)>;

[[nodiscard]] inline double fraction(auto done, auto all) {
    return static_cast<double>(done) / static_cast<double>(all);
}

// Threads that wait for work and share it batch by batch; the calling thread takes part.
class ThreadTeam {
  public:
    explicit ThreadTeam(size_t threads)
        : start_(static_cast<std::ptrdiff_t>(threads)), done_(static_cast<std::ptrdiff_t>(threads)) {
        size_t missing = threads;
        try {
            for (size_t i = 1; i < threads; ++i) {
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
        } catch (...) {  // the system has no more threads: release those that are waiting
            closing_ = true;
            while (missing-- > 0) start_.arrive_and_drop();
            throw;
        }
    }

    ~ThreadTeam() {
        closing_ = true;
        if (!threads_.empty()) start_.arrive_and_wait();
    }

    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    [[nodiscard]] size_t size() const { return threads_.size() + 1; }

    // Calls work(batch, thread) for every batch below `count`, with thread < size(). With little work it is faster not
    // to wake the other threads, above all on a busy machine.
    void run(size_t count, const std::function<void(size_t, size_t)>& work, const bool on_this_thread = false) {
        work_ = &work;
        count_ = count;
        next_ = 0;
        if (threads_.empty() || count < 2 || on_this_thread) {
            share(0);
        } else {
            start_.arrive_and_wait();
            share(0);
            done_.arrive_and_wait();
        }
        if (const std::exception_ptr failed = std::exchange(error_, nullptr)) std::rethrow_exception(failed);
    }

  private:
    void share(size_t thread) {
        try {
            for (size_t b = next_++; b < count_; b = next_++) (*work_)(b, thread);
        } catch (...) {
            const std::lock_guard lock(failing_);
            error_ = std::current_exception();
        }
    }

    std::barrier<> start_, done_;
    std::atomic<bool> closing_{false};
    std::atomic<size_t> next_{0};
    size_t count_ = 0;
    std::mutex failing_;
    std::exception_ptr error_;
    const std::function<void(size_t, size_t)>* work_ = nullptr;
    std::vector<std::jthread> threads_;
};

}  // namespace jeopardice
