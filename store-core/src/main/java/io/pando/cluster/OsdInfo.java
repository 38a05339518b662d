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
 * @param in whether it is marked in; if it is out, its groups move to other OSDs
 * @param reweight share of its CRUSH weight that counts while it is in: 16.16 fixed point, 0 to
 *     {@link #FULL_WEIGHT}
 * @param address address of the last incarnation; null until the first boot
 * @param shards number of event loops of that incarnation; 0 until the first boot
 * @param upFrom epoch in which that incarnation was marked up
 * @param upThru epoch up to which the map proves that it was up. An interval that it led and that
 *     began later cannot have accepted writes
 * @param downAt epoch in which it was last marked down
 * @param downSinceMillis wall-clock time when it was last marked down, in milliseconds since 1970
 *     UTC; 0 while it is up
 */
public record OsdInfo(
    OsdId id,
    @Nullable UUID identity,
    boolean up,
    boolean in,
    int reweight,
    @Nullable Address address,
    int shards,
    long upFrom,
    long upThru,
    long downAt,
    long downSinceMillis) {
  /** The weight 1.0 in 16.16 fixed point. */
  public static final int FULL_WEIGHT = 0x10000;

  /** An OSD that was created and never started. */
  public static OsdInfo fresh(OsdId id) {
    return new OsdInfo(id, null, false, false, FULL_WEIGHT, null, 0, 0, 0, 0, 0);
  }

  /** The reweight for CRUSH: 0 while the OSD is out. */
  public int effectiveReweight() {
    return in ? reweight : 0;
  }

  /** The same OSD with its up_thru raised to an epoch. */
  public OsdInfo withUpThru(long epoch) {
    return new OsdInfo(
        id, identity, up, in, reweight, address, shards, upFrom, epoch, downAt, downSinceMillis);
  }
}
