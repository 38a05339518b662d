/**
 * The life of a metadata server: it makes itself known to the monitors, stands by, takes a rank,
 * and steps with it from replay to active. A machine.
 */
@NullMarked
package io.pando.mds.life;

import org.jspecify.annotations.NullMarked;
