package io.pando.sim.run;

/**
 * Action that ends a trouble.
 *
 * @param what description for the trace
 */
record TroubleEnd(String what, long dueNanos, Runnable action) {}
