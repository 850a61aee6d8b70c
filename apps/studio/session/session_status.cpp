#include "apps/studio/session/session_status.hpp"

namespace orrery::studio {
namespace {

void write_number_or_null(json::writer& out, std::optional<std::uint32_t> number) {
    number ? out.value(*number) : out.null();
}

} // namespace

std::string standing_message(const settled_status& settled, const moving_status& moving) {
    json::writer out;
    out.begin_object();
    out.member("tell", "standing");
    out.member("branch", settled.branch);
    out.member("tail", settled.tail);
    out.member("head", moving.head);
    out.member("goal", moving.goal);
    out.member("shown", moving.shown);
    out.member("isForecasting", moving.is_forecasting);
    out.member("rate", settled.rate);
    out.member("isRewriting", settled.is_rewriting);
    out.member("edition", settled.edition);
    out.key("branches").begin_array();
    for (std::size_t index = 0; index < settled.branches.size(); ++index) {
        const branch_status& each = settled.branches[index];
        out.begin_object().member("id", each.id).member("name", each.name).member("parted", each.parted);
        write_number_or_null(out.key("parent"), each.parent);
        out.member("head", moving.heads[index]).member("isGhost", each.is_ghost).end_object();
    }
    out.end_array();
    write_number_or_null(out.key("compared"), settled.compared);
    out.member("canUndo", settled.can_undo);
    out.member("canRedo", settled.can_redo);
    out.key("bookmarks").begin_array();
    for (const bookmark& each : settled.bookmarks) {
        out.begin_object()
            .member("id", each.id)
            .member("frame", each.frame)
            .member("name", each.name)
            .end_object();
    }
    out.end_array();
    out.member("watchers", settled.watchers);
    out.end_object();
    return out.take();
}

} // namespace orrery::studio
