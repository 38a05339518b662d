/**
 * The hash tree of a placement group: what a replica holds, in a digest of a few bytes for each
 * part of the group's range, kept up to date with every update and never made by reading objects
 * (paper 000; design §4).
 */
@NullMarked
package io.pando.merkle;

import org.jspecify.annotations.NullMarked;
