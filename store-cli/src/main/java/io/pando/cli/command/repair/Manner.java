package io.pando.cli.command.repair;

/**
 * In which manner a replica goes and comes back.
 *
 * @param cold whether all OSDs are started anew before, so that they have nothing in memory
 */
record Manner(Absence absence, boolean cold) {}
