// Decodes the input as it is, and once more with its checksums made good, because no fuzzer guesses those.
// What decodes must encode to something that decodes to the same.
#include "fuzz_support.hpp"

#include <orrery/core/archive/file_archive.hpp>
#include <orrery/core/hash.hpp>

#include <cstring>
#include <vector>

namespace {

using namespace orrery;

constexpr archive_expectation expected{.kind = "FUZZ", .newest_version = 3, .max_content_bytes = 1 << 18};

constexpr std::size_t header_size = 40;
constexpr std::size_t section_header_size = 26;

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

// Sets the file size and all checksums of sections that lie within the file.
void make_good(std::vector<std::byte>& bytes) {
    if (bytes.size() < header_size) {
        return;
    }
    const std::span<const std::byte> view(bytes);
    store(bytes, 24, std::uint64_t{bytes.size()});
    store(bytes, 32, hash_bytes(view.first(32)));
    std::size_t offset = header_size;
    while (bytes.size() - offset >= section_header_size) {
        const auto stored_size = load<std::uint64_t>(bytes, offset + 8);
        const auto name_size = load<std::uint8_t>(bytes, offset + 25);
        const std::size_t rest = bytes.size() - offset - section_header_size;
        if (name_size > rest || stored_size > rest - name_size) {
            return;
        }
        const std::size_t size = section_header_size + name_size + static_cast<std::size_t>(stored_size);
        store(bytes, offset, hash_bytes(view.subspan(offset, size).subspan(8)));
        offset += size;
    }
}

void decode(std::span<const std::byte> bytes) {
    const auto decoded = decode_archive(bytes, expected);
    if (!decoded) {
        for (const char each : decoded.reason().message) {
            fuzz::expect(each >= ' ' && each <= '~', "an error message is printable");
        }
        return;
    }
    std::uint64_t content = 0;
    for (const archive_section& section : decoded->sections()) {
        content += section.bytes.size();
    }
    fuzz::expect(content <= expected.max_content_bytes, "the content keeps to its limit");
    for (const compression how : {compression::none, compression::fast}) {
        const auto again = decode_archive(encode_archive(*decoded, how), expected);
        fuzz::expect(again.has_value() && *again == *decoded, "what decodes encodes to the same");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    const auto view = std::as_bytes(std::span(input, size));
    decode(view);
    std::vector<std::byte> bytes(view.begin(), view.end());
    make_good(bytes);
    decode(bytes);
    return 0;
}
