/** Heartbeats between storage daemons. */
@NullMarked
package io.pando.osd.heartbeat;

import org.jspecify.annotations.NullMarked;
