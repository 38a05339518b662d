package io.pando.sim.run;

import io.pando.id.ObjectId;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.TreeCheck;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the hash tree that a store holds of a group says what the store holds of its objects, all
 * of it.
 */
final class TreeAudit {
  private static final String UNSURE = " leaves of its tree hold";

  private TreeAudit() {}

  /** Whether a difference is that leaves have not been listed yet. */
  static boolean isUnsure(String difference) {
    return difference.endsWith(UNSURE);
  }

  /** What is not so. */
  static List<String> differences(Copy copy, long key) {
    TreeCheck check =
        new TreeCheck(
            new ReplicaTree(
                CollectionId.of(copy.group().info().group()),
                copy.group().tree(),
                copy.group().entries(),
                key));
    for (ObjectId object : copy.objects().keySet()) {
      if (copy.isDamaged(object)) {
        // Its version cannot be told by somebody who reads all of it.
        check.onUnreadable(object);
      } else {
        check.onObject(object, copy.version(object));
      }
    }
    List<String> wrong = new ArrayList<>();
    if (check.unsureLeaves() > 0) {
      wrong.add("does not know what " + check.unsureLeaves() + UNSURE);
    }
    check.differences().forEach(it -> wrong.add("is wrong: " + it));
    return wrong;
  }
}
