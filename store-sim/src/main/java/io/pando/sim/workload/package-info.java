/**
 * Work of clients on a cluster under test, through the SDK that applications use; all calls and
 * outcomes go into a history. Independent of the simulator: time, loops and random numbers come
 * from outside.
 */
@NullMarked
package io.pando.sim.workload;

import org.jspecify.annotations.NullMarked;
