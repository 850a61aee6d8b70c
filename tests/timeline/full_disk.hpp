// A limit on the size of files stands in for a full disk, until the object goes.
#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <sys/resource.h>

namespace orrery::test {

class full_disk {
public:
    // No file can grow beyond so many bytes.
    explicit full_disk(std::uint64_t max_file_bytes)
        : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before_), 0);
        const rlimit small{max_file_bytes, before_.rlim_max};
        EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    }

    full_disk(const full_disk&) = delete;
    full_disk& operator=(const full_disk&) = delete;

    ~full_disk() {
        EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &before_), 0);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_{};
    void (*handler_)(int);
};

} // namespace orrery::test
