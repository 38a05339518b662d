package io.pando.cluster;

import io.pando.id.Address;
import io.pando.id.OsdId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A storage daemon in the cluster map.
 *
 * @param identity identity of its data directory; null until its first boot
 * @param up whether it is marked up
 * @param weight how much data it gets
 * @param endpoint address and event loops of its last incarnation
 * @param history epochs in which it was marked up and down
 */
public record OsdInfo(
    OsdId id,
    @Nullable UUID identity,
    boolean up,
    Weight weight,
    Endpoint endpoint,
    UpHistory history) {
  /** The weight 1.0 in 16.16 fixed point. */
  public static final int FULL_WEIGHT = 0x10000;

  /**
   * How much data the OSD gets.
   *
   * @param in whether it is marked in; if it is out, its groups move to other OSDs
   * @param reweight share of its CRUSH weight that counts while it is in: 16.16 fixed point, 0 to
   *     {@link #FULL_WEIGHT}
   */
  public record Weight(boolean in, int reweight) {}

  /**
   * Where an incarnation is reached.
   *
   * @param address address of the last incarnation; null until the first boot
   * @param shards number of event loops of that incarnation; 0 until the first boot
   */
  public record Endpoint(@Nullable Address address, int shards) {
    /** The endpoint of an OSD that was never started. */
    public static final Endpoint NONE = new Endpoint(null, 0);
  }

  /**
   * When the OSD was marked up and down.
   *
   * @param upFrom epoch in which the last incarnation was marked up
   * @param upThru epoch up to which the map proves that it was up. An interval that it led and that
   *     began later cannot have accepted writes
   * @param downAt epoch in which it was last marked down
   * @param downSinceMillis wall-clock time when it was last marked down, in milliseconds since 1970
   *     UTC; 0 while it is up
   */
  public record UpHistory(long upFrom, long upThru, long downAt, long downSinceMillis) {
    /** The history of an OSD that was never started. */
    public static final UpHistory NONE = new UpHistory(0, 0, 0, 0);
  }

  /** An OSD that was created and never started. */
  public static OsdInfo fresh(OsdId id) {
    Weight weight = new Weight(false, FULL_WEIGHT);
    return new OsdInfo(id, null, false, weight, Endpoint.NONE, UpHistory.NONE);
  }

  /** Whether it is marked in. */
  public boolean in() {
    return weight.in();
  }

  /** The reweight for CRUSH: 0 while the OSD is out. */
  public int effectiveReweight() {
    return weight.in() ? weight.reweight() : 0;
  }

  /** Address of the last incarnation; null until the first boot. */
  public @Nullable Address address() {
    return endpoint.address();
  }

  /** Epoch in which the last incarnation was marked up. */
  public long upFrom() {
    return history.upFrom();
  }

  /** Epoch up to which the map proves that the last incarnation was up. */
  public long upThru() {
    return history.upThru();
  }

  /** Epoch in which it was last marked down. */
  public long downAt() {
    return history.downAt();
  }

  /** The same OSD with another weight. */
  public OsdInfo withWeight(Weight other) {
    return new OsdInfo(id, identity, up, other, endpoint, history);
  }

  /** The same OSD with its up_thru raised to an epoch. */
  public OsdInfo withUpThru(long epoch) {
    UpHistory raised =
        new UpHistory(history.upFrom(), epoch, history.downAt(), history.downSinceMillis());
    return new OsdInfo(id, identity, up, weight, endpoint, raised);
  }
}
