package io.pando.sim.run;

/**
 * What ends a trouble.
 *
 * @param what it is, for the trace
 */
record Remedy(String what, long dueNanos, Runnable action) {}
