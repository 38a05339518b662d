/** Frames of the protocol on a stream: reading, queueing and sending them, and the time limits. */
@NullMarked
package io.pando.net.frame;

import org.jspecify.annotations.NullMarked;
