package io.pando.cli.command.store;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.disk.StoreException;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.serve.ReadableStore;
import io.pando.disk.serve.VolumeView;
import io.pando.format.DamagedRecordException;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.osd.SavedMap;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.store.CollectionId;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the hash trees of an OSD's groups with the objects in its stores. The secrets that key
 * the trees are in the map that the OSD keeps in its first store. That store is opened only at the
 * first check, so that it can be repaired before.
 */
final class TreeRun {
  private final OpenStores open;
  private @Nullable ClusterMap map;
  private boolean looked;

  TreeRun(OpenStores open) {
    this.open = open;
  }

  /**
   * Result of the comparison.
   *
   * @param trees trees that were compared
   * @param notes reasons why other trees were not compared
   * @param trouble reasons why no tree could be compared: the store is faulty
   */
  record Result(List<CheckedTree> trees, List<String> notes, List<String> trouble) {
    long faults() {
      return trouble.size() + trees.stream().mapToLong(tree -> tree.faults().size()).sum();
    }

    /** Leaves whose contents are not known to their trees: the daemon determines them. */
    long unsureLeaves() {
      return trees.stream().mapToLong(CheckedTree::unsureLeaves).sum();
    }

    /** Faults, each with its group. */
    List<String> faultSentences() {
      List<String> sentences = new ArrayList<>(trouble);
      for (CheckedTree tree : trees) {
        tree.faults().forEach(fault -> sentences.add(tree.copy() + ": " + fault));
      }
      return sentences;
    }

    /** All sentences to print. */
    List<String> sentences() {
      List<String> all = faultSentences();
      all.addAll(remarks());
      return all;
    }

    /** Sentences to print in addition to the faults. */
    List<String> remarks() {
      List<String> remarks = new ArrayList<>(notes);
      for (CheckedTree tree : trees) {
        if (tree.unsureLeaves() > 0) {
          remarks.add(
              "%s: %d leaves of its tree are unsure; the daemon will list their objects"
                  .formatted(tree.copy(), tree.unsureLeaves()));
        }
      }
      return remarks;
    }
  }

  /** Compares all trees of a store, which from now on only commits may change. */
  Result check(OfflineStore store) {
    List<CheckedTree> trees = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<String> trouble = new ArrayList<>();
    try {
      ReadableStore volume = store.volume();
      for (CollectionId collection : volume.collections()) {
        ReplicaId copy = collection.copy();
        if (copy != null) {
          check(volume.reader(), copy, trees, notes);
        }
      }
    } catch (StoreException | MetadataException | DamagedRecordException | IOException e) {
      trouble.add("hash trees cannot be checked: " + e.getMessage());
    }
    return new Result(trees, notes, trouble);
  }

  private void check(VolumeView view, ReplicaId copy, List<CheckedTree> trees, List<String> notes)
      throws IOException, MetadataException, DamagedRecordException, StoreException {
    SortedMap<String, Payload> meta = view.readMeta(CollectionId.of(copy), "", null);
    PoolInfo pool = pool(copy.group());
    if (!meta.containsKey(MetaKeys.INFO)) {
      notes.add(copy + ": has no records of its own, so no tree");
    } else if (pool == null) {
      notes.add(copy + ": its tree was not checked: no stored map has its pool");
    } else {
      trees.add(CheckedTree.look(view, copy, meta, pool.treeKey()));
    }
  }

  private @Nullable PoolInfo pool(PgId group)
      throws IOException, MetadataException, DamagedRecordException, StoreException {
    if (!looked) {
      ReadableStore first = open.stores().getFirst().volume();
      if (first.collections().contains(CollectionId.DAEMON)) {
        map = SavedMap.of(first.reader().readMeta(CollectionId.DAEMON, "", null)).orElse(null);
      }
      looked = true;
    }
    return map == null ? null : map.pools().get(group.pool());
  }

  /**
   * Writes the repairs of the faults found.
   *
   * @return number of trees that were written
   */
  int mend(OfflineStore store, Result result) throws StoreException {
    int written = 0;
    for (CheckedTree tree : result.trees()) {
      if (!tree.mend().isEmpty()) {
        store.commit(new Transaction(tree.mend()));
        written++;
      }
    }
    return written;
  }
}
