package io.pando.client;

import io.pando.id.Version;
import java.time.Instant;

/**
 * Size, version and modification time of an object.
 *
 * @param sizeBytes number of bytes, without attributes and key/value map
 * @param version version of the last update; see {@link ObjectOperation.Builder#assertVersion}
 * @param modified time of the last update, by the clock of the primary at that time
 */
public record ObjectStat(long sizeBytes, Version version, Instant modified) {}
