// A table of an inspected entity: a name and rows of text. It is complete when it goes out of scope.
#pragma once

#include "apps/json/json_writer.hpp"
#include "apps/studio/session/page_values.hpp"

#include <string_view>

namespace orrery::studio {

class inspection_table {
public:
    inspection_table(std::string_view name, json::writer& out)
        : out_(out) {
        out_.begin_object().member("name", name);
        out_.key("fields").begin_array();
    }

    inspection_table(const inspection_table&) = delete;
    inspection_table& operator=(const inspection_table&) = delete;

    ~inspection_table() { out_.end_array().end_object(); }

    void row(std::string_view name, std::string_view value, std::string_view about) {
        write_field(out_, name, value, about);
    }

private:
    json::writer& out_;
};

} // namespace orrery::studio
