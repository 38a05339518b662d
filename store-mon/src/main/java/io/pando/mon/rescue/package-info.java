/** The state of a new quorum after the majority of the monitors was lost. */
@NullMarked
package io.pando.mon.rescue;

import org.jspecify.annotations.NullMarked;
