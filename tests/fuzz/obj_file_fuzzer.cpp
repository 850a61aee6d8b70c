// Reads the input as an .obj file. What is taken has corners that are vertices, and whatever triangle_mesh
// makes of it is a mesh; what is refused is refused with a sentence that names the file.
#include "fuzz_support.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/obj_file.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace orrery;
    const std::string_view characters(reinterpret_cast<const char*>(bytes), size);
    const auto made = rigid::parse_obj(characters, "input");
    if (!made) {
        const std::string reason = made.reason().message;
        fuzz::expect(reason.starts_with("input") && printable(reason) == reason,
                     "an error message is printable and names the file");
        return 0;
    }
    for (const auto& corners : made->triangles) {
        for (const std::uint32_t corner : corners) {
            fuzz::expect(corner < made->vertices.size(), "a corner is a vertex");
        }
    }
    if (const auto mesh = rigid::triangle_mesh::from(*made)) {
        fuzz::expect((*mesh)->triangle_count() <= made->triangles.size(), "nothing is added");
    }
    return 0;
}
