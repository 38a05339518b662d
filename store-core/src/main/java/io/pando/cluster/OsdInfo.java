package io.pando.cluster;

import io.pando.id.Address;
import io.pando.id.OsdId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A storage daemon in the cluster map.
 *
 * @param identity of its data directory; null until it first booted
 * @param up whether it answers
 * @param in whether it holds data; out means that its groups move elsewhere
 * @param reweight share of its CRUSH weight that it takes while in: 16.16 fixed point, 0 to {@link
 *     #FULL_WEIGHT}
 * @param address of the last incarnation; null until it first booted
 * @param shards event loops of that incarnation, 0 before
 * @param upFrom epoch in which that incarnation came up
 * @param upThru epoch up to which the map proves it was up: no interval before may have written
 *     without it
 * @param downAt epoch in which it last went down
 * @param downSinceMillis wall-clock time of that, milliseconds since 1970 UTC, 0 while up
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

  /** An OSD that was made but never started. */
  public static OsdInfo fresh(OsdId id) {
    return new OsdInfo(id, null, false, false, FULL_WEIGHT, null, 0, 0, 0, 0, 0);
  }

  /** What CRUSH is to take as its reweight: 0 while out. */
  public int effectiveReweight() {
    return in ? reweight : 0;
  }

  /** The same OSD, known to have been up through an epoch. */
  public OsdInfo withUpThru(long epoch) {
    return new OsdInfo(
        id, identity, up, in, reweight, address, shards, upFrom, epoch, downAt, downSinceMillis);
  }
}
