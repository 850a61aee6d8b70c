#include <orrery/build_settings.hpp>
#include <orrery/core/archive/compression.hpp>

#if ORRERY_ZSTD
#include <zstd.h>
#endif

namespace orrery {

#if ORRERY_ZSTD

std::vector<std::byte> compress(std::span<const std::byte> bytes, compression how) {
    if (how == compression::none || bytes.empty()) {
        return {};
    }
    const int level = how == compression::fast ? 1 : 19;
    // One byte less than the input: zstd gives up where nothing would be gained.
    std::vector<std::byte> packed(bytes.size() - 1);
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), level);
    packed.resize(ZSTD_isError(size) != 0 ? 0 : size);
    return packed;
}

bool decompress(std::span<const std::byte> bytes, std::span<std::byte> out) {
    return ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size()) == out.size();
}

#else

std::vector<std::byte> compress(std::span<const std::byte>, compression) {
    return {};
}

bool decompress(std::span<const std::byte>, std::span<std::byte>) {
    return false;
}

#endif

} // namespace orrery
