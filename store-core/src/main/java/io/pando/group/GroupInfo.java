package io.pando.group;

import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import org.jspecify.annotations.Nullable;

/**
 * What one replica knows of itself; what peering compares (paper 003 §6.3.5).
 *
 * @param lastUpdate newest version in its log
 * @param logTail everything after this version is in its log
 * @param lastComplete every update up to this version is applied: nothing older is missing
 * @param lastEpochStarted epoch of the last interval in which the group was activated with this
 *     replica's knowledge
 * @param backfilledTo null if the replica is whole; else all objects up to and including this one,
 *     in placement order, are there as of the log, and those behind it are not. Before the first:
 *     {@link #NOTHING}
 * @param history of the group, as far as this replica knows
 * @param objects number of objects
 * @param bytes their sizes, summed
 */
public record GroupInfo(
    PgId group,
    Version lastUpdate,
    Version logTail,
    Version lastComplete,
    long lastEpochStarted,
    @Nullable ObjectId backfilledTo,
    History history,
    long objects,
    long bytes) {
  /** Position before every object. */
  public static final ObjectId NOTHING = new ObjectId(0, "");

  /**
   * What all replicas of the group learn of its past.
   *
   * @param created epoch in which the pool was made
   * @param lastEpochStarted newest epoch in which the group was activated, as far as heard
   * @param lastEpochClean newest epoch in which all replicas were whole, as far as heard
   * @param sameIntervalSince first epoch of the interval known last
   */
  public record History(
      long created, long lastEpochStarted, long lastEpochClean, long sameIntervalSince) {}

  /** Whether it never held anything. */
  public boolean isEmpty() {
    return lastUpdate.equals(Version.ZERO);
  }
}
