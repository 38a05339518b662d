package io.pando.format;

import io.pando.bytes.Payload;

/** A named byte value: an attribute, or an entry of a map. */
public record NamedPayload(String key, Payload value) {}
