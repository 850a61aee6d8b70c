// Shows an address in the browser of whoever sits in front of this machine.
#pragma once

#include <string>

namespace orrery::command {

// Does nothing where there is no display, or no xdg-open.
void open_browser(const std::string& address);

} // namespace orrery::command
