// Opens the input as a recording, as it is and once more with all checksums made good, because no fuzzer
// guesses those. Whatever is in it, each block is read or refused in one printable sentence, within the
// limit. A recording of toys is opened with its definitions and its journal, too.
#include "fuzz_support.hpp"
#include "tests/timeline/toy_archive.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/timeline/recording.hpp>
#include <orrery/timeline/recording_file.hpp>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace orrery;

constexpr std::uint64_t most_content = 1 << 18;

constexpr std::size_t start_size = 40;
constexpr std::size_t label_size = 64;
constexpr std::uint32_t label_magic = 0x314b4c42;

template <typename T>
T load(const std::vector<std::byte>& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

template <typename T>
void store(std::vector<std::byte>& bytes, std::size_t offset, T value) {
    std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

// Signs the start and, from label to label, what each one says of the bytes behind it.
void make_good(std::vector<std::byte>& bytes) {
    const std::span<const std::byte> view(bytes);
    if (bytes.size() < start_size) {
        return;
    }
    store(bytes, 32, hash_bytes(view.first(32)));
    std::size_t offset = start_size;
    while (bytes.size() - offset >= 2 * label_size) {
        const auto stored = load<std::uint64_t>(bytes, offset + 32);
        const std::size_t rest = bytes.size() - offset - 2 * label_size;
        if (stored > rest || (stored + 7) / 8 * 8 > rest) {
            return;
        }
        const auto padded = static_cast<std::size_t>((stored + 7) / 8 * 8);
        store(bytes, offset, label_magic);
        store(bytes, offset + 24, std::uint64_t{offset});
        store(bytes, offset + 48, hash_bytes(view.subspan(offset + label_size, padded)));
        store(bytes, offset + 56, hash_bytes(view.subspan(offset, 56)));
        std::memcpy(bytes.data() + offset + label_size + padded, bytes.data() + offset, label_size);
        offset += 2 * label_size + padded;
    }
}

void expect_sentence(const std::string& message) {
    for (const char each : message) {
        fuzz::expect(each >= ' ' && each <= '~', "an error message is printable");
    }
}

void open_toys(time::recording_reader file) {
    static engine silent({.thread_count = 1, .level = log_level::error});
    test::toy_world rules;
    rules.set_machine(silent);
    const auto opened = time::recording<test::toy_world>::open(std::move(file), rules);
    if (!opened) {
        expect_sentence(opened.reason().message);
        return;
    }
    for (const time::refused_definition& each : opened->refused_definitions()) {
        expect_sentence(each.reason);
    }
    for (const time::refused_entry& each : opened->refused_entries()) {
        expect_sentence(each.reason);
    }
    test::toy_world world;
    fuzz::expect(time::detail::define_all(world, opened->journal()).is_ok(),
                 "a world takes the definitions of the journal in their order");
    std::size_t known = 0;
    opened->journal().each_definition<test::toy_definition>([&](const test::toy_definition& each) {
        fuzz::expect(world.has_definition(definition_id(each)), "what was taken is known");
        ++known;
    });
    fuzz::expect(known == world.definitions().size(), "each is there once");
}

void open(std::vector<std::byte> bytes) {
    auto reader = time::recording_reader::open(mapped_file(std::move(bytes)), "recording", most_content);
    if (!reader) {
        expect_sentence(reader.reason().message);
        return;
    }
    if (!reader->header()) {
        expect_sentence(reader->header().reason().message);
    }
    std::uint64_t last = 0;
    for (const time::recorded_block& block : reader->blocks()) {
        fuzz::expect(block.offset > last, "blocks come in order");
        last = block.offset;
        const auto content = reader->read(block);
        if (content) {
            fuzz::expect(content->size() == block.content_bytes && content->size() <= most_content,
                         "the content keeps to its limit");
        } else {
            expect_sentence(content.reason().message);
        }
    }
    for (const time::recording_damage& each : reader->check()) {
        expect_sentence(each.message);
    }
    open_toys(std::move(*reader));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    const auto view = std::as_bytes(std::span(input, size));
    std::vector<std::byte> bytes(view.begin(), view.end());
    open(bytes);
    make_good(bytes);
    open(std::move(bytes));
    return 0;
}
