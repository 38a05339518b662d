package io.pando.sim.audit;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.sim.SimCluster;
import io.pando.sim.check.CallOutcome;
import io.pando.sim.check.ClientCall;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Checks answers that no OSD has good bytes of an object. They are correct only if bytes were
 * corrupted, unreadable or lost before: on an OSD that belonged to the object's group at some time,
 * or bytes of the object itself on all OSDs.
 */
public final class DamageCheck {
  private final SimCluster cluster;
  private final String pool;
  private final Placement placement = new Placement();

  public DamageCheck(SimCluster cluster, String pool) {
    this.cluster = cluster;
    this.pool = pool;
  }

  /** Wrong answers about damage. */
  public List<String> findings(List<ClientCall> operations) {
    List<String> findings = new ArrayList<>();
    for (ClientCall operation : operations) {
      if (operation.ending() instanceof CallOutcome.Damaged && !isRuined(operation)) {
        List<OsdId> faulty = cluster.disks().faultyBy(operation.returnNanos());
        NavigableSet<OsdId> members =
            faulty.isEmpty() ? new TreeSet<>() : members(operation.object());
        if (faulty.stream().noneMatch(members::contains)) {
          findings.add(
              "damage was reported without a fault of a disk that holds the object (%s): %s"
                  .formatted(members, operation));
        }
      }
    }
    return findings;
  }

  private boolean isRuined(ClientCall operation) {
    Long since = cluster.disks().ruined().get(Placement.object(operation.object()));
    return since != null && since <= operation.returnNanos();
  }

  /** All OSDs that belonged to the object's group in any map. */
  private NavigableSet<OsdId> members(String name) {
    ObjectId object = Placement.object(name);
    NavigableSet<OsdId> members = new TreeSet<>();
    for (ClusterMap map : cluster.maps()) {
      map.poolNamed(pool)
          .ifPresent(it -> {
            GroupMapping mapping = locate(map, it, object);
            members.addAll(mapping.up().osds());
            members.addAll(mapping.acting().osds());
          });
    }
    return members;
  }

  private GroupMapping locate(ClusterMap map, PoolInfo of, ObjectId object) {
    return placement.locate(map, Placement.group(of, object));
  }
}
