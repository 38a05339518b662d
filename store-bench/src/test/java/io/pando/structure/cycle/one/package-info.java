/** Half of a planted cycle, which the layering test has to find. */
@NullMarked
package io.pando.structure.cycle.one;

import org.jspecify.annotations.NullMarked;
