// "Did you mean": the word of a list that is most like one that is not in it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orrery::command {

// ", did you mean 'pyramid'?", or nothing where no word is like it.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> words);

} // namespace orrery::command
