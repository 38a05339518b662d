/** Who speaks with a shard: streams, what waits of what they sent, and what is not answered. */
@NullMarked
package io.pando.osd.traffic;

import org.jspecify.annotations.NullMarked;
