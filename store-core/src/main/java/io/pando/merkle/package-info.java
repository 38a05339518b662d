/**
 * The hash tree of a placement group: digests of a replica's contents, a few bytes for each part of
 * the group's range. Every update maintains it, and it is never computed by reading objects (paper
 * 000; design §4).
 */
@NullMarked
package io.pando.merkle;

import org.jspecify.annotations.NullMarked;
