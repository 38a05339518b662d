/** Messages as bytes: the frames, what each message looks like, and the greeting of a stream. */
@NullMarked
package io.pando.wire;

import org.jspecify.annotations.NullMarked;
