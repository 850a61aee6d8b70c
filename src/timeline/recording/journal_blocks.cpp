// A journal block: the entries that begin in a group of frames, first their ids and frames, then the inputs.
#include <orrery/core/text.hpp>
#include <orrery/timeline/recorder_core.hpp>
#include <orrery/timeline/recording_core.hpp>

#include <utility>

namespace orrery::time {

status recorder_core::write_journal(const detail::journal_log& journal) {
    status answer;
    journal_.each_changed_group(
        journal, [&](frame_range frames, std::span<const detail::journal_item> entries) {
            if (!answer) {
                return;
            }
            byte_writer out;
            out.write_variable(entries.size());
            for (const detail::journal_item& each : entries) {
                out.values(each.id.author, each.id.sequence, each.when.first, each.when.end);
            }
            world_.codec->encode_inputs(entries, out);
            answer = file_.add(block_kind::journal, frames, out.bytes());
        });
    if (answer) {
        journal_ = journal;
    }
    return answer;
}

status recording_core::read_journal(const recorded_block& block) {
    const auto bytes = file_->read(block);
    if (!bytes) {
        return bytes.reason();
    }
    byte_reader in(*bytes);
    std::vector<entry_label> labels(in.read_count(2 * sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t)));
    for (entry_label& each : labels) {
        in.values(each.id.author, each.id.sequence, each.when.first, each.when.end);
    }
    decoded_inputs inputs = world_.codec->decode_inputs(labels, in);
    if (const status answer = in.finish(); !answer) {
        return answer;
    }
    if (inputs.count != labels.size()) {
        return error{text("the ", describe(block), " has ", labels.size(), " entries and ", inputs.count,
                          " inputs, expected as many")};
    }
    // Both lists are in the order of the entries, so that refusals are listed in that order, too.
    auto next = inputs.items.begin();
    auto refused = inputs.refused.begin();
    for (std::size_t index = 0; index < labels.size(); ++index) {
        if (refused != inputs.refused.end() && refused->index == index) {
            refused_.push_back({labels[index].id, labels[index].when, std::move((refused++)->reason)});
        } else {
            add_entry(*next++, block);
        }
    }
    return {};
}

void recording_core::add_entry(const detail::journal_item& entry, const recorded_block& block) {
    if (entry.when.is_empty() || !block.frames.contains(entry.when.first)) {
        refused_.push_back(
            {entry.id, entry.when,
             text("it has frames ", entry.when.first, " to ", entry.when.end,
                  ", expected some that begin from ", block.frames.first, " to ", block.frames.end - 1)});
    } else if (journal_.find(entry.id, entry.when.first) != nullptr) {
        refused_.push_back({entry.id, entry.when, "there is another one of this author with its number"});
    } else {
        journal_.add(entry);
    }
}

// One line, however many there are: the bytes may be hostile.
void recording_core::log_refused_entries() const {
    if (!refused_.empty()) {
        const refused_entry& first = refused_.front();
        world_.machine->log().warning("timeline", file_->name(),
                                      ": inputs left out of the journal: ", refused_.size(),
                                      "; the first is by author ", first.id.author, " for frame ",
                                      first.when.first, ": ", first.reason);
    }
}

} // namespace orrery::time
