package io.pando.erasure;

import io.pando.erasure.kernel.RowCoder;

/**
 * A way to compute fragments from others, the same for every byte of a stripe. It can be kept and
 * used by several threads.
 *
 * @param from positions of the input rows, in ascending order
 * @param to positions of the output rows, in ascending order
 * @param coder computes the output rows
 */
public record FragmentTransform(Positions from, Positions to, RowCoder coder) {}
