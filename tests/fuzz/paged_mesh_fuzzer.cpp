// Opens the input as the file of a paged mesh, as it is and with its checksums put right, and asks for all
// triangles. What is taken must answer like a surface: as many triangles as it says, in the order of their
// numbers and within its box, unless pages failed to load; then there is a sentence.
#include "fuzz_support.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>

#include <cstring>
#include <vector>

namespace {

using namespace orrery;
using bytes = std::vector<std::byte>;

template <typename T>
void put(bytes& file, std::size_t place, T value) {
    std::memcpy(file.data() + place, &value, sizeof(T));
}

template <typename T>
T get(const bytes& file, std::size_t place) {
    T value;
    std::memcpy(&value, file.data() + place, sizeof(T));
    return value;
}

// The layout of paged_mesh.hpp: so the fuzzer gets behind the checksums.
void put_right(bytes& file) {
    constexpr std::size_t header = 40;
    constexpr std::size_t start = 13;
    constexpr std::size_t entry = 6 * sizeof(scalar) + 28;
    if (file.size() < header + start + entry) {
        return;
    }
    const std::size_t most = (file.size() - header - start) / entry;
    const std::size_t pages = get<std::uint32_t>(file, 20) % most + 1;
    const std::size_t directory = file.size() - start - pages * entry;
    std::size_t next = header;
    for (std::size_t page = 0; page < pages; ++page) {
        const std::size_t place = directory + start + page * entry;
        const std::size_t left = directory - next;
        std::size_t stored = get<std::uint32_t>(file, place + 6 * sizeof(scalar) + 12);
        stored = page + 1 == pages || stored > left ? left : stored;
        put(file, place + 6 * sizeof(scalar) + 12, static_cast<std::uint32_t>(stored));
        put(file, place + 6 * sizeof(scalar) + 20, hash_bytes(std::span(file).subspan(next, stored)));
        next += stored;
    }
    put(file, directory, hash_bytes(std::span(file).subspan(directory + 8)));
    put(file, 20, static_cast<std::uint32_t>(pages));
    put(file, 24, std::uint64_t{file.size()});
    put(file, 32, hash_bytes(std::span(file).first(32)));
}

void expect_sentence(const std::string& sentence) {
    fuzz::expect(!sentence.empty() && printable(sentence) == sentence, "an error message is printable");
}

void open(bytes file) {
    const auto land = rigid::paged_mesh::open(std::move(file), {.budget = 1 << 16, .thread_count = 0});
    if (!land) {
        return expect_sentence(land.reason().message);
    }
    const rigid::paged_mesh& mesh = **land;
    std::vector<rigid::surface_triangle> found;
    mesh.collect(mesh.bounds(), found);
    for (std::size_t place = 0; place < found.size(); ++place) {
        fuzz::expect(place == 0 || found[place - 1].number < found[place].number,
                     "triangles come in the order of their numbers");
        fuzz::expect(contains(mesh.bounds(), found[place].corners[place % 3]), "triangles are in the box");
    }
    if (mesh.statistics().failures > 0) {
        expect_sentence(mesh.last_error());
    } else {
        fuzz::expect(found.size() == mesh.triangle_count(), "all triangles are there");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = std::as_bytes(std::span(data, size));
    bytes file(input.begin(), input.end());
    open(file);
    put_right(file);
    open(std::move(file));
    return 0;
}
