// The math layer has no translation units yet.
