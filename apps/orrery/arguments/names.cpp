#include "apps/orrery/arguments/names.hpp"
#include "apps/orrery/arguments/nearest_word.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace orrery::command {

name_list::name_list(std::vector<scene_format::look> looks)
    : looks_(std::move(looks)) {
    std::ranges::sort(looks_, {}, &scene_format::look::key); // each key comes once
}

const scene_format::look* name_list::find(entity_key key) const {
    const auto place = std::ranges::lower_bound(looks_, key, {}, &scene_format::look::key);
    return place != looks_.end() && place->key == key ? &*place : nullptr;
}

const std::string& name_list::name_of(entity_key key) const {
    static const std::string none;
    const scene_format::look* const found = find(key);
    return found != nullptr ? found->name : none;
}

std::string name_list::shown(entity_key key) const {
    const std::string& name = name_of(key);
    return name.empty() ? text("body ", digits(key)) : name;
}

result<entity_key> name_list::key_of(const std::string& name_or_key) const {
    std::vector<std::string> names;
    for (const scene_format::look& each : looks_) {
        if (!each.name.empty() && each.name == name_or_key) {
            return each.key;
        }
        if (!each.name.empty()) {
            names.push_back(each.name);
        }
    }
    std::uint64_t key = 0;
    const char* const end = name_or_key.data() + name_or_key.size();
    const auto read = std::from_chars(name_or_key.data(), end, key);
    if (read.ec == std::errc{} && read.ptr == end && key != 0) {
        return entity_key{key};
    }
    const std::string hint = did_you_mean(name_or_key, names);
    return error{text("no entity is called '", printable(name_or_key), "'",
                      hint.empty() ? "; expected the name of one, or its key (a number from 1 on)" : hint)};
}

std::string digits(entity_key key) {
    return text(static_cast<std::uint64_t>(key));
}

} // namespace orrery::command
