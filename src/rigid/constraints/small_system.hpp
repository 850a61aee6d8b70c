// Systems of a few linear equations, as joints have them: symmetric ones by L D L^T, all others by Gaussian
// elimination. Matrices are arrays of rows with room for more than are used.
#pragma once

#include <orrery/math/elementary.hpp>
#include <orrery/math/scalar.hpp>

#include <cstdint>
#include <utility>

namespace orrery::rigid::detail {

template <typename Block, typename Numbers>
void substitute(const Block& factors, std::uint32_t rows, Numbers& x) noexcept {
    for (std::uint32_t i = 0; i < rows; ++i) {
        for (std::uint32_t j = 0; j < i; ++j) {
            x[i] -= factors[i][j] * x[j];
        }
    }
    for (std::uint32_t i = 0; i < rows; ++i) {
        x[i] *= factors[i][i];
    }
    for (std::uint32_t i = rows; i-- > 0;) {
        for (std::uint32_t j = i + 1; j < rows; ++j) {
            x[i] -= factors[j][i] * x[j];
        }
    }
}

// A row of which so little is left, against what it was, says nothing that those before it do not say: what
// is left is rounding, which grows to 1e-7 times the condition number, here up to about a thousand.
inline constexpr scalar least_independent_part = scalar(1e-4);

// L D L^T in place. Rows that add nothing to those before them do nothing; `whole` has what the diagonal was
// before anything was taken from it.
template <typename Block, typename Numbers>
void factorize(Block& matrix, std::uint32_t rows, const Numbers& whole) noexcept {
    for (std::uint32_t i = 0; i < rows; ++i) {
        for (std::uint32_t j = 0; j < i; ++j) {
            for (std::uint32_t k = 0; k < j; ++k) {
                matrix[i][j] -= matrix[i][k] * matrix[j][k];
            }
        }
        for (std::uint32_t j = 0; j < i; ++j) {
            const scalar factor = matrix[i][j] * matrix[j][j];
            matrix[i][i] -= factor * matrix[i][j];
            matrix[i][j] = factor;
        }
        matrix[i][i] = matrix[i][i] > whole[i] * least_independent_part ? 1 / matrix[i][i] : scalar(0);
    }
}

// Solves matrix x = x in place, with pivots from the whole column. False if that is not certain; then x and
// the matrix hold nothing of use.
template <typename Block, typename Numbers>
[[nodiscard]] bool eliminate(Block& matrix, std::uint32_t rows, Numbers& x) noexcept {
    for (std::uint32_t column = 0; column < rows; ++column) {
        std::uint32_t pivot = column;
        scalar largest = 0;
        for (std::uint32_t row = 0; row < rows; ++row) {
            largest = max(largest, abs(matrix[row][column]));
            if (row > column && abs(matrix[row][column]) > abs(matrix[pivot][column])) {
                pivot = row;
            }
        }
        if (!(abs(matrix[pivot][column]) > largest * scalar(1e-6))) {
            return false;
        }
        std::swap(matrix[pivot], matrix[column]);
        std::swap(x[pivot], x[column]);
        for (std::uint32_t row = column + 1; row < rows; ++row) {
            const scalar factor = matrix[row][column] / matrix[column][column];
            for (std::uint32_t k = column; k < rows; ++k) {
                matrix[row][k] -= factor * matrix[column][k];
            }
            x[row] -= factor * x[column];
        }
    }
    for (std::uint32_t row = rows; row-- > 0;) {
        for (std::uint32_t k = row + 1; k < rows; ++k) {
            x[row] -= matrix[row][k] * x[k];
        }
        x[row] /= matrix[row][row];
    }
    return true;
}

} // namespace orrery::rigid::detail
