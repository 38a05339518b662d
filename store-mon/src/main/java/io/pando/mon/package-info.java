/**
 * The state machine of the monitors' log: its commands, their record formats, and the initial map
 * of a cluster.
 */
@NullMarked
package io.pando.mon;

import org.jspecify.annotations.NullMarked;
