package io.pando.sim.audit;

import io.pando.id.ObjectId;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.TreeCheck;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;

/** Checks that the hash tree of a group in a store matches all objects in the store. */
public final class TreeAudit {
  private static final String UNSURE = " leaves of its tree hold";

  private TreeAudit() {}

  /** Whether a difference only concerns leaves that have not been listed yet. */
  public static boolean isUnsure(String difference) {
    return difference.endsWith(UNSURE);
  }

  /** Differences between tree and objects. */
  static List<String> differences(StoredCopy copy, long key) {
    TreeCheck check =
        new TreeCheck(
            new ReplicaTree(
                CollectionId.of(copy.group().info().group()),
                copy.group().tree(),
                copy.group().entries(),
                key));
    for (ObjectId object : copy.objects().keySet()) {
      if (copy.isDamaged(object)) {
        // The version of an unreadable object is not known.
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
