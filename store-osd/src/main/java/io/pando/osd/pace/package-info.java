/** How much a shard recovers at a time, and what it leaves to clients. */
@NullMarked
package io.pando.osd.pace;

import org.jspecify.annotations.NullMarked;
