/** Tests of what a rank writes and keeps in memory under large loads. */
@NullMarked
package io.pando.sim.scale;

import org.jspecify.annotations.NullMarked;
