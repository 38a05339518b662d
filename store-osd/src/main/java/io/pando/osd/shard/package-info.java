/**
 * One shard of an OSD: turns maps and messages into inputs of its groups, and their effects into
 * calls of ports.
 */
@NullMarked
package io.pando.osd.shard;

import org.jspecify.annotations.NullMarked;
