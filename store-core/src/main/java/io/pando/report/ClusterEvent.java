package io.pando.report;

import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the cluster log, which the monitors keep: a change of the cluster map or of its
 * health.
 *
 * @param number number in the log; later entries have larger numbers
 * @param epoch epoch of the map after the event
 * @param atMillis time of the event, milliseconds since 1970 UTC, by the leading monitor
 * @param source requester; null if it is not known
 */
public record ClusterEvent(
    long number, long epoch, long atMillis, Kind kind, @Nullable Source source, What what) {
  /** Kind of an event. */
  public enum Kind {
    /** A change of the cluster map. */
    MAP,
    /** A change of the map that primaries request whenever they peer. */
    ROUTINE,
    /** A health check appeared, cleared, or was muted. */
    HEALTH
  }

  /**
   * The requester of a change.
   *
   * @param host its literal IP address; empty if it is not known
   */
  public record Source(NodeId node, String host) {
    @Override
    public String toString() {
      return host.isEmpty() ? node.toString() : node + " at " + host;
    }
  }

  /**
   * Description of an event.
   *
   * @param text a sentence
   * @param osds OSDs that it concerns
   * @param pools pools that it concerns
   */
  public record What(String text, List<OsdId> osds, List<PoolId> pools) {
    private static final int MAX_TEXT = 500;
    private static final int MAX_SUBJECTS = 200;

    /** A description; a long text and a long list of subjects are shortened. */
    public What {
      text = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
      osds = List.copyOf(osds.size() <= MAX_SUBJECTS ? osds : osds.subList(0, MAX_SUBJECTS));
      pools = List.copyOf(pools.size() <= MAX_SUBJECTS ? pools : pools.subList(0, MAX_SUBJECTS));
    }

    /** A description of an event that concerns no particular OSD or pool. */
    public static What of(String text) {
      return new What(text, List.of(), List.of());
    }
  }

  /** A sentence that describes the event. */
  public String text() {
    return what.text();
  }
}
