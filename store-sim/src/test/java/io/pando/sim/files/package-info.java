/** Tests of metadata servers in simulated clusters. */
@NullMarked
package io.pando.sim.files;

import org.jspecify.annotations.NullMarked;
