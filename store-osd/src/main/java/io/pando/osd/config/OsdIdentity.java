package io.pando.osd.config;

import io.pando.cluster.release.Release;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import java.util.UUID;

/**
 * Identity of one incarnation of an OSD.
 *
 * @param identity identity of the data directory, the same in every incarnation
 * @param address address on which this incarnation listens, with its nonce
 * @param release number of the release that this incarnation runs
 */
public record OsdIdentity(
    ClusterId cluster, OsdId id, UUID identity, Address address, int release) {
  /** An incarnation that runs this build. */
  public OsdIdentity(ClusterId cluster, OsdId id, UUID identity, Address address) {
    this(cluster, id, identity, address, Release.current().number());
  }

  public long nonce() {
    return address.nonce();
  }
}
