/**
 * The rules by which the cluster map changes, and the judgement of its health: pure functions over
 * immutable state, the same on every monitor.
 */
@NullMarked
package io.pando.mon;

import org.jspecify.annotations.NullMarked;
