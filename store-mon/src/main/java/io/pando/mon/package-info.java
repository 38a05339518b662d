/**
 * The machine behind the monitors' log: what it orders, how that is stored, and with which map a
 * cluster begins.
 */
@NullMarked
package io.pando.mon;

import org.jspecify.annotations.NullMarked;
