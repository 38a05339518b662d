package io.pando.wire;

import io.pando.codec.Shape;

/**
 * A kind of message.
 *
 * @param number number in the frame's header, 1 to 65,535; never reused for another kind
 */
record Kind(int number, Shape<?> shape) {}
