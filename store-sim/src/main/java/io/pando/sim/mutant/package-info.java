/**
 * Planted bugs: rewrites single methods of production classes, to test whether the checks detect
 * it.
 */
@NullMarked
package io.pando.sim.mutant;

import org.jspecify.annotations.NullMarked;
