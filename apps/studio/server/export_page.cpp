#include "apps/studio/server/export_page.hpp"
#include "apps/studio/server/packing.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <string_view>

namespace orrery::studio {
namespace {

constexpr std::string_view policy =
    R"(<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' )"
    R"('wasm-unsafe-eval' blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; worker-src blob:">)";

std::string replaced(std::string_view in, std::string_view what, std::string_view by) {
    std::string out;
    out.reserve(in.size());
    while (true) {
        const std::size_t at = in.find(what);
        out += in.substr(0, at);
        if (at == std::string_view::npos) {
            return out;
        }
        out += by;
        in.remove_prefix(at + what.size());
    }
}

// Neither of these may stand within a script. In strings and regular expressions, the only places where they
// can be,
// \x3C is the same letter.
std::string as_script(std::string_view code) {
    return text("<script type=\"module\">",
                replaced(replaced(code, "</script", "\\x3C/script"), "<!--", "\\x3C!--"), "</script>");
}

std::string as_style(std::string_view rules) {
    return text("<style>", replaced(rules, "</style", "<\\/style"), "</style>");
}

std::string as_data(std::string_view id, std::span<const std::byte> bytes) {
    return text("<script type=\"application/octet-stream\" id=\"", id, "\">",
                base64(gzip(bytes, packing::smallest)), "</script>\n");
}

// The value of an attribute of a tag as Vite writes it: between double quotes.
std::string_view attribute(std::string_view tag, std::string_view name) {
    const std::string start = text(' ', name, "=\"");
    const std::size_t at = tag.find(start);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = tag.substr(at + start.size());
    return rest.substr(0, rest.find('"'));
}

// "./studio.js" is "/studio.js".
result<const page_file*> file_of(const page_files& page, std::string_view address) {
    const std::string_view path = address.substr(address.starts_with('.') ? 1 : 0);
    const page_file* const file = page.find(path.starts_with('/') ? std::string(path) : text('/', path));
    if (file == nullptr) {
        return error{text("the studio's page needs ", printable(address), ", which is not there")};
    }
    return file;
}

// Puts what the page refers to in the place of what refers to it.
class inliner {
public:
    explicit inliner(const page_files& page)
        : page_(page) {}

    [[nodiscard]] result<std::string> put_in(std::string_view html) {
        while (true) {
            const std::size_t script = html.find("<script");
            const std::size_t link = html.find("<link");
            const std::size_t at = std::min(script, link);
            out_ += html.substr(0, at);
            if (at == std::string_view::npos) {
                return out_;
            }
            html.remove_prefix(at);
            const std::size_t end = html.find('>');
            if (end == std::string_view::npos) {
                return error{"the studio's page ends within a tag"};
            }
            const std::string_view tag = html.substr(0, end + 1);
            html.remove_prefix(tag.size());
            if (const status went_well = script < link ? take_script(tag, html) : take_link(tag);
                !went_well) {
                return went_well.reason();
            }
        }
    }

private:
    status take_script(std::string_view tag, std::string_view& rest) {
        const std::string_view address = attribute(tag, "src");
        if (address.empty()) {
            out_ += tag;
            return {};
        }
        const auto file = file_of(page_, address);
        if (!file) {
            return file.reason();
        }
        out_ += as_script(text_of((*file)->bytes));
        constexpr std::string_view end = "</script>";
        rest.remove_prefix(std::min(rest.find(end), rest.size() - end.size()) + end.size());
        return {};
    }

    status take_link(std::string_view tag) {
        const std::string_view address = attribute(tag, "href");
        if (address.starts_with("data:")) {
            out_ += tag;
            return {};
        }
        const auto file = file_of(page_, address);
        if (!file) {
            return file.reason();
        }
        if (attribute(tag, "rel") == "stylesheet") {
            out_ += as_style(text_of((*file)->bytes));
        } else {
            out_ += replaced(tag, address, text("data:", (*file)->type, ";base64,", base64((*file)->bytes)));
        }
        return {};
    }

    const page_files& page_;
    std::string out_;
};

} // namespace

result<std::string> export_page(const page_files& page, std::span<const std::byte> recording) {
    const auto engine = page.engine();
    if (!engine) {
        return engine.reason();
    }
    auto html = inliner(page).put_in(text_of(page.find("/")->bytes));
    if (!html) {
        return html.reason();
    }
    constexpr std::string_view head = "<head>";
    constexpr std::string_view body_end = "</body>";
    const std::size_t head_at = html->find(head);
    const std::size_t body_at = html->rfind(body_end);
    if (head_at == std::string::npos || body_at == std::string::npos) {
        return error{"the studio's page has no <head>, or no </body>"};
    }
    const std::string_view all = *html;
    const std::size_t after_head = head_at + head.size();
    return text(all.substr(0, after_head), "\n", policy, all.substr(after_head, body_at - after_head),
                as_data("orrery-engine", *engine), as_data("orrery-recording", recording),
                all.substr(body_at));
}

} // namespace orrery::studio
