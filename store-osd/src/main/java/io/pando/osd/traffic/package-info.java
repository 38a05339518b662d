/**
 * A shard's traffic: the streams of its peers, messages held for a later map, and requests not
 * answered yet.
 */
@NullMarked
package io.pando.osd.traffic;

import org.jspecify.annotations.NullMarked;
