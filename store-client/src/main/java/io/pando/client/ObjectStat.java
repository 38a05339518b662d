package io.pando.client;

import io.pando.id.Version;
import java.time.Instant;

/**
 * What an object is.
 *
 * @param sizeBytes length of its bytes; attributes and map not counted
 * @param version changes with every update; see {@link ObjectOperation.Builder#assertVersion}
 * @param modified when its primary last changed it, by that one's clock
 */
public record ObjectStat(long sizeBytes, Version version, Instant modified) {}
