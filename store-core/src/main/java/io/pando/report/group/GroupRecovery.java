package io.pando.report.group;

/**
 * The state of one group's recovery, as its primary sees it.
 *
 * @param reserved whether it has the slots that it needs
 * @param priority priority; greater is more urgent
 * @param underWay number of objects being copied
 * @param waiting number of objects that are known to be missing on some replica and are copied next
 * @param setAside number of objects that cannot be read or written now, and are retried
 */
public record GroupRecovery(
    boolean reserved, int priority, int underWay, int waiting, int setAside) {}
