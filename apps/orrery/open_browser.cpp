#include "apps/orrery/open_browser.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace orrery::command {
namespace {

[[nodiscard]] bool is_set(const char* name) noexcept {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
}

} // namespace

void open_browser(const std::string& address) {
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) {
        return;
    }
    // What it has to say is nobody's concern here, and it must not inherit the signals that we hold back.
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    }
    posix_spawnattr_t settings;
    posix_spawnattr_init(&settings);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&settings, &none);
    posix_spawnattr_setflags(&settings, POSIX_SPAWN_SETSIGMASK);
    std::string program = "xdg-open";
    std::string argument = address;
    char* const arguments[] = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    (void)posix_spawnp(&child, program.c_str(), &files, &settings, arguments, environ);
    posix_spawnattr_destroy(&settings);
    posix_spawn_file_actions_destroy(&files);
}

} // namespace orrery::command
