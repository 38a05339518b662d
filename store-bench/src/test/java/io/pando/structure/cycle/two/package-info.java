/** Half of a planted cycle, which the layering test has to find. */
@NullMarked
package io.pando.structure.cycle.two;

import org.jspecify.annotations.NullMarked;
