#include "apps/studio/server/packing.hpp"

#include <orrery/core/check.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <zlib.h>

namespace orrery::studio {
namespace {

constexpr int gzip_window = 15 + 16; // the largest, with the header of gzip
constexpr std::size_t piece_bytes = std::size_t{1} << 16;

// zlib counts in 32 bits, so it is fed piece by piece.
class source {
public:
    explicit source(std::span<const std::byte> bytes) noexcept
        : rest_(bytes) {}

    void feed(z_stream& stream) noexcept {
        if (stream.avail_in == 0 && !rest_.empty()) {
            const std::size_t taken =
                std::min<std::size_t>(rest_.size(), std::numeric_limits<std::int32_t>::max());
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(rest_.data()));
            stream.avail_in = static_cast<uInt>(taken);
            rest_ = rest_.subspan(taken);
        }
    }

    [[nodiscard]] bool is_empty() const noexcept { return rest_.empty(); }

private:
    std::span<const std::byte> rest_;
};

void give_room(z_stream& stream, std::span<std::byte> room) noexcept {
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(room.size());
}

} // namespace

std::vector<std::byte> gzip(std::span<const std::byte> bytes, packing how) {
    z_stream stream{};
    const int begun =
        deflateInit2(&stream, static_cast<int>(how), Z_DEFLATED, gzip_window, 9, Z_DEFAULT_STRATEGY);
    ORRERY_CHECK(begun == Z_OK, "zlib cannot begin to compress");
    std::vector<std::byte> packed;
    std::vector<std::byte> piece(piece_bytes);
    source from(bytes);
    int state = Z_OK;
    while (state != Z_STREAM_END) {
        from.feed(stream);
        give_room(stream, piece);
        state = deflate(&stream, from.is_empty() ? Z_FINISH : Z_NO_FLUSH);
        packed.insert(packed.end(), piece.begin(), piece.end() - stream.avail_out);
    }
    deflateEnd(&stream);
    return packed;
}

std::string base64(std::span<const std::byte> bytes) {
    static constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            group = group << 8 | (i < count ? std::to_integer<std::uint32_t>(bytes[at + i]) : 0);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            out += i <= count ? letters[group >> (18 - 6 * i) & 63] : '=';
        }
    }
    return out;
}

} // namespace orrery::studio
