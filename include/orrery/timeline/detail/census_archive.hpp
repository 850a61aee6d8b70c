// Censuses as bytes. Within a segment a census is written once, and so is a form that many entities have.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/timeline/detail/census_forms.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <vector>

namespace orrery::time::detail {

class census_writer {
public:
    explicit census_writer(const world_codec& codec) noexcept
        : codec_(codec) {}

    void save(byte_writer& out, const census_pointer& who);

private:
    const world_codec& codec_;
    std::vector<census_pointer> written_;
};

class census_reader {
public:
    // `world` says by which rules, `forms` are those of its model.
    census_reader(const world_codec& codec, const simulation_interface& world,
                  const census_forms& forms) noexcept
        : codec_(codec)
        , world_(world)
        , forms_(forms) {}

    // Null, and the reader has failed, if the bytes are not sound.
    [[nodiscard]] census_pointer load(byte_reader& in);

private:
    [[nodiscard]] census_pointer load_new(byte_reader& in) const;

    const world_codec& codec_;
    const simulation_interface& world_;
    const census_forms& forms_;
    std::vector<census_pointer> read_;
};

} // namespace orrery::time::detail
