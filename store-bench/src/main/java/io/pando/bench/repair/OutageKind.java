package io.pando.bench.repair;

/**
 * How a replica is absent and returns.
 *
 * @param cold whether all OSDs are restarted before, so that their caches are empty
 */
record OutageKind(Absence absence, boolean cold) {}
