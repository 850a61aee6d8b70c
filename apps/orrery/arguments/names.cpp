#include "apps/orrery/arguments/names.hpp"
#include "apps/orrery/arguments/nearest_word.hpp"

#include <orrery/core/text.hpp>

#include <charconv>
#include <vector>

namespace orrery::command {

result<entity_key> find_entity(const apps::entity_names& names, const std::string& name_or_key) {
    if (const entity_key key = names.key_of(name_or_key); key != entity_key::none) {
        return key;
    }
    std::uint64_t key = 0;
    const char* const end = name_or_key.data() + name_or_key.size();
    const auto read = std::from_chars(name_or_key.data(), end, key);
    if (read.ec == std::errc{} && read.ptr == end && key != 0) {
        return entity_key{key};
    }
    std::vector<std::string> all;
    for (const scene_format::look& each : names.all()) {
        if (!each.name.empty()) {
            all.push_back(each.name);
        }
    }
    const std::string hint = did_you_mean(name_or_key, all);
    return error{text("no entity is called '", printable(name_or_key), "'",
                      hint.empty() ? "; expected the name of one, or its key (a number from 1 on)" : hint)};
}

std::string digits(entity_key key) {
    return text(static_cast<std::uint64_t>(key));
}

} // namespace orrery::command
