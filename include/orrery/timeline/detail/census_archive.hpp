// Who there is, as bytes. Within a segment a census is written once, and so is a form that many have.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/frame_record.hpp>
#include <orrery/timeline/storable_simulation.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::time::detail {

template <typename World>
class census_writer {
public:
    using census_pointer = std::shared_ptr<const census<typename World::form_type>>;

    void save(byte_writer& out, const census_pointer& who) {
        const auto known = std::ranges::find(written_, who);
        out.write_variable(static_cast<std::uint64_t>(known - written_.begin()));
        if (known != written_.end()) {
            return;
        }
        written_.push_back(who);
        form_list<World> forms;
        std::vector<std::size_t> numbers; // of the forms that each has
        for (const auto& each : who->forms) {
            // Bodies that were made in a row are often alike.
            const auto same = std::ranges::find(forms.rbegin(), forms.rend(), each);
            numbers.push_back(same != forms.rend() ? static_cast<std::size_t>(forms.rend() - same) - 1
                                                   : forms.size());
            if (same == forms.rend()) {
                forms.push_back(each);
            }
        }
        save_forms(out, forms);
        out.write_variable(who->keys.size());
        for (std::size_t row = 0; row < who->keys.size(); ++row) {
            out.write(who->keys[row]);
            out.write_variable(numbers[row]);
            out.write(who->is_aloof[row]);
        }
        out.write_variable(who->links.size());
        for (const auto& [a, b] : who->links) {
            out.values(a, b);
        }
        out.values(who->sources);
    }

private:
    std::vector<census_pointer> written_;
};

template <typename World>
class census_reader {
public:
    using census_type = census<typename World::form_type>;
    using census_pointer = std::shared_ptr<const census_type>;

    explicit census_reader(const World& world)
        : world_(world) {}

    // Null, and the reader has failed, if the bytes are not sound.
    [[nodiscard]] census_pointer load(byte_reader& in) {
        const std::uint64_t number = in.read_variable();
        if (number < read_.size()) {
            return read_[static_cast<std::size_t>(number)];
        }
        auto made = std::make_shared<census_type>();
        if (number > read_.size() || !fill(in, *made)) {
            in.fail("a list of entities is not sound");
            return nullptr;
        }
        read_.push_back(made);
        return made;
    }

private:
    [[nodiscard]] bool fill(byte_reader& in, census_type& into) const {
        const auto forms = load_forms(in, world_);
        if (!forms) {
            return false;
        }
        const std::size_t count = in.read_count(sizeof(entity_key) + 2);
        for (std::size_t row = 0; row < count; ++row) {
            into.keys.push_back(in.read<entity_key>());
            const std::uint64_t number = in.read_variable();
            into.is_aloof.push_back(in.read<std::uint8_t>());
            if (!in.ok() || number >= forms->size() || into.is_aloof.back() > 1 ||
                (row > 0 && into.keys[row] <= into.keys[row - 1])) {
                return false;
            }
            into.forms.push_back((*forms)[static_cast<std::size_t>(number)]);
        }
        const std::size_t links = in.read_count(2 * sizeof(entity_key));
        for (std::size_t link = 0; link < links; ++link) {
            const auto a = in.read<entity_key>();
            const auto b = in.read<entity_key>();
            into.links.emplace_back(a, b);
        }
        in.values(into.sources);
        return in.ok() && std::ranges::is_sorted(into.sources);
    }

    const World& world_;
    std::vector<census_pointer> read_;
};

} // namespace orrery::time::detail
