/** One group, its members and clients, without daemons around them, in adverse orders. */
@NullMarked
package io.pando.sim.group;

import org.jspecify.annotations.NullMarked;
