package io.pando.erasure.stripe;

import io.pando.bytes.ByteRange;

/**
 * A range of bytes of a data fragment.
 *
 * @param index number of the data fragment in the order of the data, from 0
 * @param range bytes of the fragment
 */
public record DataRange(int index, ByteRange range) {}
