/**
 * The state on which the rules work: the cluster map and the monitors' other replicated state,
 * immutable.
 */
@NullMarked
package io.pando.mon.state;

import org.jspecify.annotations.NullMarked;
