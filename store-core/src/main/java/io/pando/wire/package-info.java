/** Messages as bytes: frames, the encoding of each message, and the greeting of a stream. */
@NullMarked
package io.pando.wire;

import org.jspecify.annotations.NullMarked;
