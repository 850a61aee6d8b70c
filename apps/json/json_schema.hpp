// Checks documents against a JSON Schema and says in one sentence what is wrong: where, what stands there and
// what was expected. It interprets the part of the 2020-12 vocabulary that descriptions of plain data need:
//
//   type, const, enum, minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, pattern,
//   minItems, maxItems, items, properties, required, additionalProperties, minProperties, maxProperties,
//   oneOf, $ref to #/$defs/NAME
//
// and reads over title, description, default, examples and $schema. A schema that says anything else is
// refused, because a rule that is not looked at would be worse than none. The branches of a oneOf must differ
// in type or, as objects, in a member with a const ("kind"): so the one that was meant is known, and what is
// wrong is told of that branch alone.
#pragma once

#include "apps/json/json_cursor.hpp"

#include <orrery/core/result.hpp>

#include <optional>
#include <string>

namespace orrery::json {

struct problem {
    std::uint32_t line = 1;
    // "bodies[3].shape.radius is -1, expected a number above 0"
    std::string sentence{};
};

class schema {
public:
    // Refused: keywords that are not listed above or have values that mean nothing, references that lead
    // nowhere or round in circles, branches that cannot be told apart.
    [[nodiscard]] static result<schema> from(value document);

    // The first problem in the order of the document; nothing if it is as the schema says.
    [[nodiscard]] std::optional<problem> check(const value& document) const;

    [[nodiscard]] const value& document() const noexcept { return document_; }

private:
    explicit schema(value document) noexcept
        : document_(std::move(document)) {}

    value document_;
};

} // namespace orrery::json
