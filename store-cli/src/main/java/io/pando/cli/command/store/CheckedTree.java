package io.pando.cli.command.store;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.VolumeView;
import io.pando.format.DamagedRecordException;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.ReplicaId;
import io.pando.id.Version;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.TreeCheck;
import io.pando.port.ObjectStore.AttributeListing;
import io.pando.proto.FormatException;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hash tree of a copy of a group, compared with the objects of the copy.
 *
 * @param copy the copy of the group
 * @param unsureLeaves leaves whose contents are not known
 * @param faults sentences
 * @param mend operations that repair all faults together; empty if there is nothing to repair, or
 *     it cannot be repaired here
 */
record CheckedTree(ReplicaId copy, int unsureLeaves, List<String> faults, List<StoreOp> mend) {
  private static final int PAGE = 1000;

  /** Reads the tree, and lists the objects. */
  static CheckedTree look(
      VolumeView view, ReplicaId copy, SortedMap<String, Payload> meta, long key)
      throws IOException, MetadataException, DamagedRecordException {
    List<String> faults = new ArrayList<>();
    StoredGroup stored;
    try {
      stored = StoredGroup.parse(copy.group(), meta);
    } catch (FormatException ofSomeRecord) {
      faults.add("its records cannot be read: " + ofSomeRecord.getMessage());
      try {
        stored = StoredGroup.parse(copy.group(), withoutTree(meta));
      } catch (FormatException notOfTheTree) {
        return new CheckedTree(copy, 0, faults, List.of());
      }
    }
    CollectionId collection = CollectionId.of(copy);
    boolean unreadable = !faults.isEmpty();
    TreeCheck check =
        new TreeCheck(new ReplicaTree(collection, stored.tree(), stored.entries(), key));
    list(view, collection, check, faults);
    check.differences().forEach(it -> faults.add(it.toString()));
    int unsureLeaves = unreadable ? 0 : check.unsureLeaves();
    List<StoreOp> mend = new ArrayList<>();
    if (!faults.isEmpty()) {
      check.mend(stored.info().lastUpdate(), mend);
    }
    return new CheckedTree(copy, unsureLeaves, faults, mend);
  }

  /** The group's records as if it had been stored before there were trees. */
  private static SortedMap<String, Payload> withoutTree(SortedMap<String, Payload> meta) {
    SortedMap<String, Payload> rest = new TreeMap<>(Utf8Order.INSTANCE);
    rest.putAll(meta);
    rest.remove(MetaKeys.TREE_HEAD);
    return rest;
  }

  private static void list(
      VolumeView view, CollectionId collection, TreeCheck check, List<String> faults)
      throws IOException, MetadataException, DamagedRecordException {
    ObjectId after = null;
    boolean more = true;
    while (more) {
      AttributeListing page =
          view.listAttribute(
              collection, List.of(PositionRange.ALL), after, PAGE, ObjectInfo.ATTRIBUTE);
      for (Map.Entry<ObjectId, Version> entry : VersionListing.of(page).versions().entrySet()) {
        after = entry.getKey();
        if (check.range().contains(after)) {
          check.onObject(after, entry.getValue());
        } else {
          faults.add("object " + after + " lies outside of the group, " + check.range());
        }
      }
      more = page.more();
    }
  }
}
