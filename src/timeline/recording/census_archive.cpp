#include <orrery/timeline/detail/census_archive.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace orrery::time::detail {

void census_writer::save(byte_writer& out, const census_pointer& who) {
    const auto known = std::ranges::find(written_, who);
    out.write_variable(static_cast<std::uint64_t>(known - written_.begin()));
    if (known != written_.end()) {
        return;
    }
    written_.push_back(who);
    const std::vector<std::size_t> form_of_each = codec_.encode_forms(*who, out);
    out.write_variable(who->keys.size());
    for (std::size_t row = 0; row < who->keys.size(); ++row) {
        out.write(who->keys[row]);
        out.write_variable(form_of_each[row]);
        out.write(who->is_aloof[row]);
    }
    out.write_variable(who->links.size());
    for (const auto& [a, b] : who->links) {
        out.values(a, b);
    }
    out.values(who->sources);
}

census_pointer census_reader::load(byte_reader& in) {
    const std::uint64_t number = in.read_variable();
    if (number < read_.size()) {
        return read_[static_cast<std::size_t>(number)];
    }
    census_pointer made = number == read_.size() ? load_new(in) : nullptr;
    if (made == nullptr) {
        in.fail("a list of entities is not sound");
        return nullptr;
    }
    read_.push_back(made);
    return made;
}

census_pointer census_reader::load_new(byte_reader& in) const {
    const auto known_forms = codec_.decode_forms(world_, in);
    if (!known_forms) {
        return nullptr;
    }
    const std::size_t count = in.read_count(sizeof(entity_key) + 2);
    entity_census who;
    std::vector<census_place> form_of_each;
    for (std::size_t row = 0; row < count; ++row) {
        who.keys.push_back(in.read<entity_key>());
        const std::uint64_t form = in.read_variable();
        who.is_aloof.push_back(in.read<std::uint8_t>());
        if (!in.ok() || form >= known_forms->count || who.is_aloof.back() > 1 ||
            (row > 0 && who.keys[row] <= who.keys[row - 1])) {
            return nullptr;
        }
        form_of_each.push_back({known_forms->census.get(), static_cast<std::size_t>(form)});
    }
    const std::size_t links = in.read_count(2 * sizeof(entity_key));
    for (std::size_t link = 0; link < links; ++link) {
        const auto a = in.read<entity_key>();
        const auto b = in.read<entity_key>();
        who.links.emplace_back(a, b);
    }
    in.values(who.sources);
    if (!in.ok() || !std::ranges::is_sorted(who.sources)) {
        return nullptr;
    }
    const std::shared_ptr<entity_census> made = forms_.gather(form_of_each);
    *made = std::move(who); // all but the forms
    return made;
}

} // namespace orrery::time::detail
