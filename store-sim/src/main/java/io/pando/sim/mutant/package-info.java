/**
 * Planted bugs: rewrites single methods of production classes, to see whether the checks notice.
 */
@NullMarked
package io.pando.sim.mutant;

import org.jspecify.annotations.NullMarked;
