/**
 * The rules by which the cluster map changes, and the changes that become due with time: pure
 * functions over immutable state, the same on every monitor.
 */
@NullMarked
package io.pando.mon.rules;

import org.jspecify.annotations.NullMarked;
