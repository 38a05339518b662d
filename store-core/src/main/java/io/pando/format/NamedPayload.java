package io.pando.format;

import io.pando.bytes.Payload;

/** Bytes under a name: an attribute, or an entry of a map. */
public record NamedPayload(String key, Payload value) {}
