// Reads the input as a mesh: a whole file, or what is in one. What is taken must be a sound mesh: asking for
// triangles finds those that looking at all of them finds, in order, and it is written as the same bytes.
#include "fuzz_support.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/mesh_file.hpp>

#include <vector>

namespace {

using namespace orrery;
using rigid::surface_triangle;
using rigid::triangle_mesh;

void expect_sound(const triangle_mesh& mesh, const aabb3& box) {
    std::vector<surface_triangle> found;
    mesh.collect(box, found);
    std::size_t next = 0;
    const std::uint32_t first = mesh.first_number();
    for (std::uint32_t number = 0; number < mesh.triangle_count(); ++number) {
        const surface_triangle each = mesh.triangle(first + number);
        const aabb3 around = merge(aabb3::around(each.corners[0], each.corners[1]), each.corners[2]);
        fuzz::expect(orrery::abs(length(each.normal) - 1) < scalar(1e-3), "a normal is of unit length");
        if (intersects(around, box)) {
            fuzz::expect(next < found.size() && found[next++].number == each.number,
                         "what meets the box is found, in order");
        }
    }
    fuzz::expect(next == found.size(), "nothing else is found");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const auto content = std::as_bytes(std::span(bytes, size)).subspan(1);
    byte_reader in(content);
    const auto loaded = bytes[0] == 0 ? rigid::load_mesh(in) : rigid::decode_mesh(content);
    if (!loaded) {
        const std::string reason = loaded.reason().message;
        fuzz::expect(printable(reason) == reason, "an error message is printable");
        return 0;
    }
    const triangle_mesh& mesh = **loaded;
    expect_sound(mesh, mesh.bounds());
    expect_sound(mesh, {mesh.bounds().min, (mesh.bounds().min + mesh.bounds().max) * scalar(0.5)});
    if (bytes[0] == 0) {
        byte_writer out;
        rigid::save_mesh(out, mesh);
        fuzz::expect(fuzz::are_equal(out.bytes(), content.first(in.position())),
                     "what was read is written as the same bytes");
    }
    return 0;
}
