/** Runs of the profile {@code files}: metadata servers, their clients, and what goes wrong. */
@NullMarked
package io.pando.sim.files.run;

import org.jspecify.annotations.NullMarked;
