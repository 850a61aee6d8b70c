// Encodes the data of a world behind a simulation_interface as bytes, and decodes and validates such bytes:
// whole frames and parts of them, definitions, inputs of journal entries, events, forms of entities and the
// rules of the world. Recordings, networking and language bindings need no other knowledge of how a world is
// stored.
//
// It is apart from simulation_adapter because a world need not be storable, and need not say how where it is
// put on a timeline. A codec has no state; one may be used from several threads. All bytes are taken for
// hostile: a decoder refuses them, or fails the reader, and then nothing has changed.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>
#include <orrery/core/engine.hpp>
#include <orrery/core/result.hpp>
#include <orrery/simulation/definable_simulation.hpp>
#include <orrery/simulation/storable_simulation.hpp>
#include <orrery/timeline/detail/census_forms.hpp>
#include <orrery/timeline/entry_id.hpp>
#include <orrery/timeline/simulation_adapter.hpp>
#include <orrery/timeline/simulation_interface.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::time {

// The inputs of a list, as entries of a journal.
struct decoded_inputs {
    std::size_t count = 0; // in the bytes, including refused ones
    // In the order of the labels, without those of refused inputs. Empty if `count` is not that of the
    // labels.
    std::vector<detail::journal_item> items;
    std::vector<refused_value> refused;
};

// A definition that could not be taken.
struct refused_definition {
    std::size_t index = 0; // in the order in which the recording has them
    std::string reason{};
};

// The definitions of a list without those whose bytes are refused.
struct decoded_definitions {
    std::size_t count = 0; // in the bytes, including refused ones
    std::vector<detail::definition_item> items;
    std::vector<std::size_t> indices; // of the items among all
    std::vector<refused_definition> refused;
};

// The events of a list without those that are refused. The frames of the marks are 0: they are stored apart.
struct decoded_events {
    std::vector<detail::event_mark> marks;
    std::vector<std::byte> payloads; // one after another
    std::vector<refused_value> refused;
};

// A list of forms, as a census without keys.
struct decoded_forms {
    detail::census_pointer census;
    std::size_t count = 0;
};

class world_codec {
public:
    using frame_state = detail::frame_state;
    using journal_item = detail::journal_item;

    virtual ~world_codec() = default;

    // The name of the type of the world: only its own bytes are decoded.
    [[nodiscard]] virtual std::string_view type_name() const = 0;
    // Writes nothing for a world that cannot write its rules (save_rules).
    virtual void encode_rules(const simulation_interface& world, byte_writer& out) const = 0;

    virtual void encode_frame(const simulation_interface& world, const frame_state& state,
                              byte_writer& out) const = 0;
    // Puts the world into the frame. It stays as it was if the bytes are not a frame from which it can go on.
    [[nodiscard]] virtual status decode_into(simulation_interface& world, byte_reader& in) const = 0;
    // The frame as a value, decoded in a copy of the world, which stays in its frame.
    [[nodiscard]] result<frame_state> decode_frame(const simulation_interface& world, byte_reader& in) const;

    // Each with its size in front. Refused for a world whose definitions cannot be stored.
    [[nodiscard]] virtual status encode_definitions(std::span<const detail::definition_item> definitions,
                                                    byte_writer& out) const = 0;
    // Whether a world can use them is for simulation_interface::define() to say.
    [[nodiscard]] virtual decoded_definitions decode_definitions(const simulation_interface& world,
                                                                 byte_reader& in) const = 0;

    // The inputs alone; ids and frames of their entries are for the caller to store.
    virtual void encode_inputs(std::span<const journal_item> entries, byte_writer& out) const = 0;
    [[nodiscard]] virtual decoded_inputs decode_inputs(std::span<const entry_label> labels,
                                                       byte_reader& in) const = 0;

    // The events without their frames; `payloads` are those that a simulation_interface records.
    virtual void encode_events(std::span<const detail::event_mark> marks, std::span<const std::byte> payloads,
                               byte_writer& out) const = 0;
    [[nodiscard]] virtual decoded_events decode_events(byte_reader& in) const = 0;

    // The forms of a census, each once. Returns for each entity the index of its form in that list.
    virtual std::vector<std::size_t> encode_forms(const entity_census& who, byte_writer& out) const = 0;
    [[nodiscard]] virtual result<decoded_forms> decode_forms(const simulation_interface& world,
                                                             byte_reader& in) const = 0;
};

template <storable_simulation World>
class world_codec_of final : public world_codec {
public:
    // The one that everybody can share.
    [[nodiscard]] static const world_codec_of& shared() noexcept {
        static const world_codec_of one;
        return one;
    }

    [[nodiscard]] std::string_view type_name() const override { return World::type_name; }

    void encode_rules([[maybe_unused]] const simulation_interface& world,
                      [[maybe_unused]] byte_writer& out) const override {
        if constexpr (requires(const World& of) { save_rules(out, of); }) {
            save_rules(out, world_of(world));
        }
    }

    void encode_frame(const simulation_interface& world, const frame_state& state,
                      byte_writer& out) const override {
        save_frame(out, world_of(world), adapter::state_of(state));
    }

    [[nodiscard]] status decode_into(simulation_interface& world, byte_reader& in) const override {
        return load_frame(in, static_cast<adapter&>(world).world());
    }

    [[nodiscard]] status encode_definitions(std::span<const detail::definition_item> definitions,
                                            byte_writer& out) const override {
        out.write_variable(definitions.size());
        for ([[maybe_unused]] const detail::definition_item& each : definitions) {
            if constexpr (storable_definitions<World>) {
                byte_writer one;
                save_definition(one, detail::definition_in<definition>(each));
                out.write_variable(one.size());
                out.write_bytes(one.bytes());
            } else {
                return error{"the definitions of a world of this type cannot be stored"};
            }
        }
        return {};
    }

    [[nodiscard]] decoded_definitions decode_definitions(const simulation_interface& world,
                                                         byte_reader& in) const override {
        decoded_definitions made;
        made.count = in.read_count(1);
        for (std::size_t index = 0; index < made.count && in.ok(); ++index) {
            byte_reader one(in.read_bytes(in.read_count(1)));
            auto loaded = decode_definition(world, one);
            if (loaded) {
                made.items.push_back(std::move(*loaded));
                made.indices.push_back(index);
            } else {
                made.refused.push_back({index, loaded.reason().message});
            }
        }
        return made;
    }

    void encode_inputs(std::span<const journal_item> entries, byte_writer& out) const override {
        std::vector<input> inputs;
        inputs.reserve(entries.size());
        for (const journal_item& each : entries) {
            inputs.push_back(detail::entry_of<input>(each).input);
        }
        save_described(out, std::span<const input>(inputs));
    }

    [[nodiscard]] decoded_inputs decode_inputs(std::span<const entry_label> labels,
                                               byte_reader& in) const override {
        decoded_inputs made;
        const std::vector<input> inputs = load_described<input>(in, made.refused);
        made.count = inputs.size() + made.refused.size();
        if (made.count != labels.size()) {
            return made;
        }
        auto refused = made.refused.begin();
        auto next = inputs.begin();
        for (std::size_t index = 0; index < labels.size(); ++index) {
            if (refused != made.refused.end() && refused->index == index) {
                ++refused;
                continue;
            }
            const journal_entry<input> entry{labels[index].id, labels[index].when, *next++};
            made.items.push_back(detail::item_of(entry));
        }
        return made;
    }

    void encode_events(std::span<const detail::event_mark> marks, std::span<const std::byte> payloads,
                       byte_writer& out) const override {
        std::vector<event> events;
        events.reserve(marks.size());
        for (const detail::event_mark& each : marks) {
            events.push_back(adapter::event_of(each, payloads.data() + events.size() * payload_bytes));
        }
        save_described(out, std::span<const event>(events));
    }

    [[nodiscard]] decoded_events decode_events(byte_reader& in) const override {
        decoded_events made;
        const std::vector<event> events = load_described<event>(in, made.refused);
        made.marks.reserve(events.size());
        made.payloads.resize(events.size() * payload_bytes);
        for (const event& each : events) {
            std::byte* const room = made.payloads.data() + made.marks.size() * payload_bytes;
            made.marks.push_back(adapter::split_event(0, each, room));
        }
        return made;
    }

    std::vector<std::size_t> encode_forms(const entity_census& who, byte_writer& out) const override {
        form_list<World> forms;
        std::vector<std::size_t> indices;
        const auto& of_each = static_cast<const census<form>&>(who).forms;
        indices.reserve(of_each.size());
        for (const auto& each : of_each) {
            // Bodies that were made in a row are often alike.
            const auto same = std::ranges::find(forms.rbegin(), forms.rend(), each);
            indices.push_back(same != forms.rend() ? static_cast<std::size_t>(forms.rend() - same) - 1
                                                   : forms.size());
            if (same == forms.rend()) {
                forms.push_back(each);
            }
        }
        save_forms(out, forms);
        return indices;
    }

    [[nodiscard]] result<decoded_forms> decode_forms(const simulation_interface& world,
                                                     byte_reader& in) const override {
        auto forms = load_forms(in, world_of(world));
        if (!forms) {
            return forms.reason();
        }
        auto made = std::make_shared<census<form>>();
        made->forms = std::move(*forms);
        const std::size_t count = made->forms.size();
        return decoded_forms{std::move(made), count};
    }

private:
    using adapter = simulation_adapter<World>;
    using input = typename World::input_type;
    using event = typename World::event_type;
    using form = typename World::form_type;

    using definition = definition_type_of<World>;

    static constexpr std::size_t payload_bytes = adapter::payload_bytes;

    [[nodiscard]] static result<detail::definition_item>
    decode_definition([[maybe_unused]] const simulation_interface& world, byte_reader& in) {
        if constexpr (storable_definitions<World>) {
            const auto loaded = load_definition(in, world_of(world));
            if (!loaded) {
                return loaded.reason();
            }
            if (const status answer = in.finish(); !answer) {
                return answer.reason();
            }
            return detail::item_of_definition(*loaded);
        } else {
            return error{"a world of this type has no definitions"};
        }
    }

    [[nodiscard]] static const World& world_of(const simulation_interface& world) noexcept {
        return static_cast<const adapter&>(world).world();
    }
};

// A copy of a world, the engine that it computes with, and how to store it: what recorders and recordings
// hold.
struct storable_world {
    std::shared_ptr<engine> machine;
    std::shared_ptr<simulation_interface> simulation;
    const world_codec* codec = nullptr; // which outlasts it
};

template <storable_simulation World>
[[nodiscard]] storable_world storable_copy_of(const World& world) {
    std::shared_ptr<engine> machine = world.machine().make_single_threaded();
    auto simulation = std::make_shared<simulation_adapter<World>>(world.fork(*machine));
    return {std::move(machine), std::move(simulation), &world_codec_of<World>::shared()};
}

} // namespace orrery::time
