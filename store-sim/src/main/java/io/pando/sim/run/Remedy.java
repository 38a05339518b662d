package io.pando.sim.run;

/**
 * Action that ends a trouble.
 *
 * @param what description for the trace
 */
record Remedy(String what, long dueNanos, Runnable action) {}
