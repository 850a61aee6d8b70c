// Drawings of composites: rows of characters as they look on the screen, or cells one by one.
#include "apps/scene/hex/hex_book.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/text.hpp>

namespace orrery::scene_format {
namespace {

[[nodiscard]] std::string symbols_in(const hex_book& book) {
    std::string list;
    for (const auto& [symbol, number] : book.symbols) {
        list += text(list.empty() ? "" : ", ", "'", symbol, "' for ", book.rules.tile_types[number].name);
    }
    return list.empty() ? "a tile with a symbol" : list;
}

// A character is half a cell wide. In row j, the cell i has its middle i - j / 2 cells to the right of that
// of the cell (0, 0), so its column is 2 i - j, plus a number that is the same for the whole drawing.
[[nodiscard]] std::vector<hex::tile> read_rows(const json::cursor& rows, const hex_book& book,
                                               reading& notes) {
    std::vector<hex::tile> made;
    std::optional<std::size_t> parity;
    for (std::size_t j = 0; j < rows.size() && notes.is_ok(); ++j) {
        const json::cursor row = rows.item(j);
        const std::string& characters = row->string();
        for (std::size_t column = 0; column < characters.size(); ++column) {
            if (characters[column] == ' ' || characters[column] == '.') {
                continue;
            }
            const auto symbol = book.symbols.find(characters[column]);
            if (symbol == book.symbols.end()) {
                notes.refuse(row, text("symbols of tiles, spaces and dots: ", symbols_in(book)));
                break;
            }
            if ((column + j) % 2 != parity.value_or((column + j) % 2)) {
                notes.refuse(row,
                             "tiles two characters from each other, and one from those in the row above");
                break;
            }
            parity = (column + j) % 2;
            made.push_back(
                {.at = {static_cast<std::int16_t>((column + j - *parity) / 2), static_cast<std::int16_t>(j)},
                 .type = symbol->second,
                 .hit_points = book.rules.tile_types[symbol->second].hit_points});
        }
    }
    return made;
}

[[nodiscard]] std::vector<hex::tile> read_cells(const json::cursor& cells, const hex_book& book,
                                                reading& notes) {
    std::vector<hex::tile> made;
    for (std::size_t number = 0; number < cells.size() && notes.is_ok(); ++number) {
        const json::cursor each = cells.item(number);
        const json::cursor at = each["at"];
        const std::uint8_t type = book.tiles.find(each["tile"], notes);
        if (!notes.is_ok()) {
            break;
        }
        made.push_back({.at = {static_cast<std::int16_t>(at.item(0)->number()),
                               static_cast<std::int16_t>(at.item(1)->number())},
                        .type = type,
                        .hit_points = static_cast<std::uint8_t>(
                            whole_number(each["hit_points"], book.rules.tile_types[type].hit_points))});
    }
    hex::sort_tiles(made);
    return made;
}

} // namespace

std::vector<hex::tile> read_hex_tiles(const json::cursor& what, const hex_book& book, reading& notes) {
    const json::cursor rows = what["rows"];
    const json::cursor cells = what["cells"];
    if (rows && cells) {
        notes.refuse(cells, "none, because 'rows' draws the tiles");
    }
    return rows    ? read_rows(rows, book, notes)
           : cells ? read_cells(cells, book, notes)
                   : std::vector<hex::tile>();
}

} // namespace orrery::scene_format
