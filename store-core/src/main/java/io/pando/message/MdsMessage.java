package io.pando.message;

import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.RankId;
import io.pando.report.files.RankLoad;
import io.pando.report.files.RankReport;
import org.jspecify.annotations.Nullable;

/** Messages of metadata servers with the monitors, and with operators' clients. */
public sealed interface MdsMessage extends Message {
  /**
   * Shows that a metadata server is alive; sent to every monitor periodically.
   *
   * @param sequence number of the beacon, ascending in a life of the server
   * @param load of the rank that it holds; null if it holds none
   */
  record MdsBeacon(MdsIncarnation daemon, long sequence, @Nullable RankLoad load)
      implements MdsMessage {}

  /**
   * Confirms a beacon. Sent by the leading monitor only, once a majority of the monitors has
   * confirmed that it leads, and only to servers in the map: so for the grace after it sent the
   * beacon, a server knows that no other one has its rank.
   *
   * @param sequence number of the beacon
   * @param epoch epoch of the map that has the server
   */
  record MdsBeaconAnswer(long sequence, long epoch) implements MdsMessage {}

  /**
   * Asks the holder of a rank for its report.
   *
   * @param question number by which the answer refers to it
   */
  record AskRank(long question, RankId rank) implements MdsMessage {}

  /** Tells the holder of a rank to evict a session; answered by a report as well. */
  record EvictClient(long question, RankId rank, long session) implements MdsMessage {}

  /**
   * Answers {@link AskRank} and {@link EvictClient}.
   *
   * @param report null if there is none
   * @param refused why there is none, as a sentence; empty if there is one
   */
  record RankAnswer(long question, @Nullable RankReport report, String refused)
      implements MdsMessage {}
}
