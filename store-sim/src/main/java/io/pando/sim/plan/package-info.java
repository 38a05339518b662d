/**
 * What a seed will do: profiles, strains, settings, faults, and smaller plans that show the same.
 */
@NullMarked
package io.pando.sim.plan;

import org.jspecify.annotations.NullMarked;
