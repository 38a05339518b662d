/**
 * Names and numbers that identify things in a cluster. They are used as keys, so they implement
 * {@code equals} and {@code hashCode} explicitly: the generated methods of a record use method
 * handles, which took a tenth of the time of an OSD's event loops.
 */
@NullMarked
package io.pando.id;

import org.jspecify.annotations.NullMarked;
