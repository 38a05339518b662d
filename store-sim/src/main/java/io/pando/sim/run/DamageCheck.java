package io.pando.sim.run;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.Pool;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.sim.SimCluster;
import io.pando.sim.check.Ending;
import io.pando.sim.check.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * That nobody has good bytes of an object is a good answer only where bytes were spoilt, could not
 * be read, or were lost before: on an OSD that the object's group was on at some time, or of the
 * object itself on all OSDs.
 */
final class DamageCheck {
  private final SimCluster cluster;
  private final String pool;
  private final Placement placement = new Placement();

  DamageCheck(SimCluster cluster, String pool) {
    this.cluster = cluster;
    this.pool = pool;
  }

  /** What clients were told of damage that cannot be. */
  List<String> findings(List<Operation> operations) {
    List<String> findings = new ArrayList<>();
    for (Operation operation : operations) {
      if (operation.ending() instanceof Ending.Damaged && !isRuined(operation)) {
        List<OsdId> faulty = cluster.faultyBy(operation.returnNanos());
        NavigableSet<OsdId> members =
            faulty.isEmpty() ? new TreeSet<>() : members(operation.object());
        if (faulty.stream().noneMatch(members::contains)) {
          findings.add(
              "told of damage, with no fault of a disk that the object was on, which are %s: %s"
                  .formatted(members, operation));
        }
      }
    }
    return findings;
  }

  private boolean isRuined(Operation operation) {
    Long since = cluster.ruined().get(Placement.object(operation.object()));
    return since != null && since <= operation.returnNanos();
  }

  /** Everybody who belonged to the object's group by any map. */
  private NavigableSet<OsdId> members(String name) {
    ObjectId object = Placement.object(name);
    NavigableSet<OsdId> members = new TreeSet<>();
    for (ClusterMap map : cluster.maps()) {
      map.poolNamed(pool)
          .ifPresent(it -> {
            GroupMapping mapping = locate(map, it, object);
            members.addAll(mapping.up());
            members.addAll(mapping.acting());
          });
    }
    return members;
  }

  private GroupMapping locate(ClusterMap map, Pool of, ObjectId object) {
    return placement.locate(map, Placement.group(of, object));
  }
}
