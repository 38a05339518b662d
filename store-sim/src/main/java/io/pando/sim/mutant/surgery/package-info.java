/** Changes of compiled methods: which methods, which changes, and the byte code of both. */
@NullMarked
package io.pando.sim.mutant.surgery;

import org.jspecify.annotations.NullMarked;
