package io.pando.report;

/**
 * How the recovery of one group stands, as its primary sees it.
 *
 * @param reserved whether it has the slots that it needs
 * @param priority the more the more urgent
 * @param underWay objects being copied
 * @param waiting objects known to be missing somewhere that come next
 * @param setAside objects that cannot be had or taken now, and are tried again
 */
public record GroupRecovery(
    boolean reserved, int priority, int underWay, int waiting, int setAside) {}
