// A file that is written beside its name, as NAME.part, and takes the name when it is complete: who opens the
// name finds the old file or all of the new one. While it is open the part is locked, so that two programs
// that write one name at once do not mix their bytes: the second is refused. A program that is killed leaves
// the part; the next one that writes the name takes its place.
#pragma once

#include <orrery/core/result.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

namespace orrery::command {

class part_file {
public:
    // `target` is a regular file, or nothing has that name yet. Messages call it `name`.
    [[nodiscard]] static result<part_file> create(const std::string& target, const std::string& name);

    part_file(part_file&& other) noexcept
        : target_(std::move(other.target_))
        , name_(std::move(other.name_))
        , lock_(std::exchange(other.lock_, -1)) {}

    part_file& operator=(part_file&&) = delete;

    // Removes the part, unless it has become the target or was kept.
    ~part_file();

    // NAME.part
    [[nodiscard]] std::string path() const { return target_ + ".part"; }

    // Opens it for writing, from its beginning.
    [[nodiscard]] result<std::FILE*> open() const;

    // It takes the name of the target, once all that was opened is closed.
    [[nodiscard]] status commit();

    // Its first bytes stay under the name of the part, and no others.
    void keep(std::uint64_t bytes);

private:
    part_file(std::string target, std::string name, int lock) noexcept
        : target_(std::move(target))
        , name_(std::move(name))
        , lock_(lock) {}

    void release() noexcept;

    std::string target_;
    std::string name_;
    int lock_; // a descriptor of the part that holds the lock; -1 when it is done
};

} // namespace orrery::command
