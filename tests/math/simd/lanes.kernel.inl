// Every operation of lanes on sixteen elements, in as many steps as the width takes.
namespace orrery::ORRERY_SIMD_TARGET::lanes_test {

using orrery::lanes_test::operands;
using orrery::lanes_test::record;

template <typename T, int N>
ORRERY_SIMD_INLINE void note(record& out, const char* name, lanes<T, N> x) {
    T values[N];
    x.store(values);
    out.put(name, values, N);
}

template <int Bytes, int N>
ORRERY_SIMD_INLINE void note(record& out, const char* name, mask<Bytes, N> m) {
    std::uint32_t values[N];
    for (int i = 0; i < N; ++i) {
        values[i] = m[i] ? 1 : 0;
    }
    out.put(name, values, N);
}

template <typename T, int N>
ORRERY_SIMD_INLINE void note_comparisons(record& out, lanes<T, N> a, lanes<T, N> b) {
    note(out, "==", a == b);
    note(out, "!=", a != b);
    note(out, "<", a < b);
    note(out, "<=", a <= b);
    note(out, ">", a > b);
    note(out, ">=", a >= b);
    note(out, "mask &", (a < b) & (a != b));
    note(out, "mask |", (a < b) | (a == b));
    note(out, "mask ^", (a <= b) ^ (a == b));
    note(out, "mask !", !(a < b));
    note(out, "select", select(a < b, a, b));
    note(out, "min", min(a, b));
    note(out, "max", max(a, b));
}

template <typename T, int N>
ORRERY_SIMD_INLINE void note_floating_point(record& out, lanes<T, N> a, lanes<T, N> b) {
    note(out, "+", canonical(a + b));
    note(out, "-", canonical(a - b));
    note(out, "*", canonical(a * b));
    note(out, "/", canonical(a / b));
    note(out, "negated", -a);
    note_comparisons(out, a, b);
    note(out, "abs", abs(a));
    note(out, "copysign", copysign(a, b));
    note(out, "sqrt", sqrt(a));
    note(out, "inverse_sqrt", inverse_sqrt(a));
    note(out, "floor", floor(a));
    note(out, "ceil", ceil(a));
    note(out, "round_even", round_even(a));
}

template <typename T, int N>
ORRERY_SIMD_INLINE void note_integers(record& out, lanes<T, N> a, lanes<T, N> b) {
    note(out, "+", a + b);
    note(out, "-", a - b);
    note(out, "*", a * b);
    note(out, "negated", -a);
    note(out, "&", a & b);
    note(out, "|", a | b);
    note(out, "^", a ^ b);
    note(out, "~", ~a);
    note(out, "<< 3", a << 3);
    note(out, ">> 3", a >> 3);
    note_comparisons(out, a, b);
}

template <int Width>
void every_operation(const operands& in, record& out) {
    for (int first = 0; first < operands::count; first += Width) {
        out.start_block(first);
        const auto a = lanes<float, Width>::load(in.floats[0] + first);
        const auto b = lanes<float, Width>::load(in.floats[1] + first);
        out.start_type("float");
        note_floating_point(out, a, b);
        note(out, "truncate_to_int", truncate_to_int(a));
        note(out, "round_to_int", round_to_int(a));
        note(out, "widen", canonical(widen(a)));
        note(out, "broadcast", lanes<float, Width>(in.floats[0][0]));
        note(out, "halves", combine(low_half(a), high_half(a)));
        note(out, "reinterpret", reinterpret<std::uint32_t>(a));

        out.start_type("double");
        const auto c = lanes<double, Width>::load(in.doubles[0] + first);
        note_floating_point(out, c, lanes<double, Width>::load(in.doubles[1] + first));
        note(out, "narrow", canonical(narrow(c)));

        out.start_type("int32");
        const auto i = lanes<std::int32_t, Width>::load(in.ints[0] + first);
        const auto j = lanes<std::int32_t, Width>::load(in.ints[1] + first);
        note_integers(out, i, j);
        note(out, "to_float", to_float(i));
        const lanes<std::int32_t, Width> small(0x7fff);
        note(out, "small_product", small_product(i & small, j & small));

        out.start_type("uint32");
        const auto u = reinterpret<std::uint32_t>(i);
        note_integers(out, u, reinterpret<std::uint32_t>(j));

        out.start_type("uint64");
        const auto w = reinterpret<std::uint64_t>(c);
        note_integers(out, w, reinterpret<std::uint64_t>(lanes<double, Width>::load(in.doubles[1] + first)));

        out.start_type("memory");
        const auto aligned = lanes<float, Width>::load_aligned(in.floats[0] + first);
        note(out, "load_aligned", aligned);
        note(out, "gather", lanes<float, Width>::gather(in.floats[0], in.indices + first));
        alignas(64) float stored[operands::count] = {};
        aligned.store_aligned(stored);
        out.put("store_aligned", stored, Width);
    }
}

// What depends on the number of lanes is compared with plain loops by the test itself.
template <int Width>
void across_lanes(const operands& in, orrery::lanes_test::across& out) {
    const auto a = lanes<float, Width>::load(in.floats[0]);
    out.sum = sum(a);
    out.width = Width;
    out.bits = (a < lanes<float, Width>::load(in.floats[1])).bits();
    out.is_any = any(a < lanes<float, Width>::load(in.floats[1]));
    out.is_all = all(a < lanes<float, Width>::load(in.floats[1]));
    out.is_none = none(a < lanes<float, Width>::load(in.floats[1]));
    lanes<std::int32_t, Width>::count_up().store(out.counted);
    lanes<float, Width>::load(in.floats[0], 3).store(out.partly_loaded);
    a.store(out.partly_stored, 3);
    a.scatter(out.scattered, in.indices);
    for (int i = 0; i < Width; ++i) {
        out.read[i] = a[i];
    }
}

// Rows of structures, moved one place on in memory by way of lanes.
template <int Width>
void copy_rows(const float* from, float* to_four, float* to_three, std::ptrdiff_t stride,
               const std::int32_t* indices, float* columns) {
    const four<float, Width> rows = gather_four<Width>(from, stride, indices);
    rows.x.store(columns);
    rows.y.store(columns + Width);
    rows.z.store(columns + 2 * Width);
    rows.w.store(columns + 3 * Width);
    scatter_four(rows, to_four, stride, indices);
    const three<float, Width> short_rows = gather_three<Width>(from, stride, indices);
    scatter_three(short_rows, to_three, stride, indices);
}

} // namespace orrery::ORRERY_SIMD_TARGET::lanes_test
