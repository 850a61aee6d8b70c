#include <bit>
#include <spatial/cell_rows.hpp>

namespace orrery::spatial {

void row_hit_sink::flush(const row_hits* end) {
    // Three pairs are written for each entry whether they are there or not: cheaper than a branch for each
    // that nobody can predict.
    constexpr int unconditional = 3;
    constexpr std::size_t most_hits = rows_padding;
    const auto count = static_cast<std::size_t>(end - hits_.data());
    index_pair* out = found_->room(count * most_hits + unconditional);
    for (const row_hits* hits = hits_.data(); hits != end; ++hits) {
        const std::uint32_t* const others = indices_ + hits->first;
        std::uint32_t bits = hits->bits;
        index_pair* next = out;
        out += hits->count;
        const auto write_next = [&] {
            // Without a bit left, the last place that may be read.
            const int bit = std::countr_zero(bits | 1u << (most_hits - 1));
            *next++ = ordered_pair(hits->index, others[bit]);
            bits &= bits - 1;
        };
        for (int i = 0; i < unconditional; ++i) {
            write_next();
        }
        while (bits != 0) {
            write_next();
        }
    }
    found_->grow_to(out);
}

} // namespace orrery::spatial
