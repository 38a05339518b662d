package io.pando.osd.pg.tree;

import io.pando.check.Invariant;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.ItemHash;
import io.pando.merkle.Subtree;
import io.pando.merkle.TreeDepth;
import io.pando.probe.Probe;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The hash tree of a replica: it describes the contents of the store once everything submitted has
 * taken effect. An item is an object with the version in its attributes, {@link Version#ZERO} for
 * an incomplete copy.
 *
 * <p>Changes by updates in the log can be derived from the log, so they are written only now and
 * then. Every other change is written in the transaction that makes it ({@link TreeRecords}).
 */
public final class ReplicaTree {
  /** Listener for changes of the tree. */
  public interface Watch {
    /**
     * Items of an object were added or removed.
     *
     * @param xor XOR of the digests of these items
     * @param count change of the number of items
     */
    void onChanged(ObjectId object, long xor, int count);

    /** An object changed, and its versions before and after are not known. */
    void onUnknown(ObjectId object);

    /** The tree was replaced by one of another depth. */
    void onReplaced();
  }

  private final ItemHash hash;
  private final TreeRecords records;
  private final List<Proposal> proposals = new ArrayList<>();
  private final List<Watch> watches = new ArrayList<>();
  private final RecentRoots recent = new RecentRoots();
  private HashTree tree;

  /**
   * Opens a stored tree.
   *
   * @param entries log entries; those newer than the stored tree are applied to it
   * @param key hash key of the pool's trees
   */
  public ReplicaTree(CollectionId collection, StoredTree stored, List<LogEntry> entries, long key) {
    this.hash = new ItemHash(key);
    this.tree = stored.tree();
    this.records = new TreeRecords(collection, stored);
    for (LogEntry entry : entries) {
      if (entry.version().isAfter(stored.stamp())) {
        onUpdate(entry);
      }
    }
  }

  /** The tree of this replica's objects. */
  public HashTree tree() {
    return tree;
  }

  /** Whether the replica certainly has no objects. */
  public boolean isEmpty() {
    return tree.unsureLeaves() == 0 && !hasProposals() && tree.root().count() == 0;
  }

  /**
   * Digest of a part of the tree; empty if it is not known, or if the store may still refuse a
   * change in it.
   */
  public Optional<Digest> known(Subtree part) {
    if (part.level() > tree.depth() || !tree.isSure(part) || records.isProposed(tree.span(part))) {
      return Optional.empty();
    }
    return Optional.of(tree.digest(part));
  }

  /** Adds a listener for every further change. */
  public void watch(Watch watch) {
    watches.add(watch);
  }

  /** The digest of an item. */
  public long item(ObjectId object, Version version) {
    return hash.of(object, version);
  }

  /** Applies an update of an object that the replica had in its prior version. */
  public void onUpdate(LogEntry entry) {
    if (entry.touchesObject()) {
      boolean existed = entry.prior().isAfter(Version.ZERO);
      boolean exists = entry.kind() == LogEntry.Kind.MODIFY;
      change(
          new Change(
              entry.object(), existed ? entry.prior() : null, exists ? entry.version() : null));
      records.onPlain();
    }
  }

  /** Notes an update that changed nothing in this store; the log does not show that. */
  public void onUpdateElsewhere() {
    recent.clear();
    records.onSpecial();
  }

  /** Notes a change that is not in the log: the recorded roots do not reflect it. */
  private void onSpecial() {
    recent.clear();
    records.onSpecial();
  }

  /**
   * Removes an object that was present in the given version; the log does not show this removal.
   */
  public void onRemoved(ObjectId object, Version before) {
    change(new Change(object, before, null));
    onSpecial();
  }

  /**
   * An update of an object was taken back; the log does not show that.
   *
   * @param from version that the update made; null if it removed the object
   * @param to version before it; null if the object did not exist
   */
  public void onTakenBack(ObjectId object, @Nullable Version from, @Nullable Version to) {
    change(new Change(object, from, to));
    onSpecial();
  }

  /** Notes a change of an object whose stored version is not known. */
  public void onUnknown(ObjectId object) {
    int leaf = tree.leaf(object.position());
    tree.markUnsure(leaf);
    records.onTouched(leaf);
    onSpecial();
    watches.forEach(watch -> watch.onUnknown(object));
  }

  /**
   * A change of one object.
   *
   * @param before version before the change; null if the object was absent
   * @param after version after the change; null if the object is absent then
   */
  public record Change(ObjectId object, @Nullable Version before, @Nullable Version after) {
    Change undone() {
      return new Change(object, /* before= */ after, /* after= */ before);
    }
  }

  /** Changes by a transaction that the store may still refuse. */
  public final class Proposal {
    private final List<Change> changes;
    private final SortedSet<Integer> leaves = new TreeSet<>();

    private Proposal(List<Change> changes) {
      this.changes = changes;
      changes.forEach(it -> leaves.add(tree.leaf(it.object().position())));
    }

    /** The transaction is durable. */
    public void onDurable() {
      proposals.remove(this);
      records.conclude(leaves, true);
    }

    /** The store refused the transaction. */
    public void onRefused() {
      Probe.reached("tree: a proposed change is refused");
      proposals.remove(this);
      changes.reversed().forEach(it -> change(it.undone()));
      records.conclude(leaves, false);
      onSpecial();
    }
  }

  /**
   * Applies changes whose transaction the store may still refuse. All earlier changes must be
   * {@linkplain #settleAll settled}.
   *
   * @param ops operations of that transaction; the tree's records are added
   */
  public Proposal propose(List<Change> changes, List<StoreOp> ops) {
    Proposal proposal = new Proposal(List.copyOf(changes));
    proposals.add(proposal);
    proposal.changes.forEach(this::change);
    recent.clear();
    records.propose(proposal.leaves, ops);
    return proposal;
  }

  private void change(Change it) {
    int position = it.object().position();
    int leaf = tree.leaf(position);
    if (it.before() != null && tree.isEmpty(leaf)) {
      // The tree has no item to remove: tree and store do not agree.
      onUnknown(it.object());
      return;
    }
    long xor = hash.difference(it.object(), it.before(), it.after());
    int count = (it.after() == null ? 0 : 1) - (it.before() == null ? 0 : 1);
    tree.change(position, xor, count);
    records.onTouched(leaf);
    for (Watch watch : watches) {
      watch.onChanged(it.object(), xor, count);
    }
  }

  /** Sets the digest of a leaf, found by listing its objects. */
  public void onListed(int leaf, Digest digest) {
    tree.set(leaf, digest);
    records.onTouched(leaf);
    onSpecial();
  }

  /** The root; null while it is not known for certain. */
  public @Nullable Digest root() {
    return isCertain() ? tree.root() : null;
  }

  private boolean isCertain() {
    return tree.unsureLeaves() == 0 && proposals.isEmpty();
  }

  /** Records the root as of this update: the newest, with all earlier ones applied. */
  public void noteRoot(Version version) {
    if (isCertain()) {
      recent.note(version.counter(), tree);
    }
  }

  /** The root as of one of the newest updates; null if it was not recorded or was forgotten. */
  public @Nullable Digest noted(Version version) {
    return recent.of(version.counter());
  }

  /**
   * Forgets the recorded roots: the log was replaced, so counters name other updates from now on.
   */
  public void forgetRoots() {
    recent.clear();
  }

  /** Marks a leaf as unsure that turned out to differ from the store's contents. */
  public void onWrong(int leaf) {
    Probe.reached("tree: a leaf is wrong");
    tree.markUnsure(leaf);
    records.onTouched(leaf);
    records.onSpecial();
  }

  /** Whether a transaction is under way that the store may refuse. */
  public boolean hasProposals() {
    return !proposals.isEmpty();
  }

  /** Whether such a transaction changes the object, so that its next version is not known. */
  public boolean isProposed(ObjectId object) {
    for (Proposal proposal : proposals) {
      for (Change change : proposal.changes) {
        if (change.object().equals(object)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the records of the tree should be written soon. */
  public boolean isDue() {
    return records.isDue();
  }

  /** Whether some change is not written yet. */
  public boolean isBehind() {
    return records.isBehind();
  }

  /**
   * Adds the records of all changes not written yet, including those that the log contains up to
   * its head.
   */
  public void settleAll(Version head, List<StoreOp> ops) {
    records.write(head, ops);
  }

  /**
   * Adds the records that must be written with a transaction.
   *
   * @param head newest update in the log after the transaction
   * @param forgotten new tail of the log: updates up to here leave it; null if it is not trimmed
   */
  public void settle(Version head, @Nullable Version forgotten, List<StoreOp> ops) {
    if (records.isDue() || (forgotten != null && forgotten.isAfter(records.stamp()))) {
      records.write(head, ops);
    }
  }

  /** Depth that the tree should have for its number of objects. */
  public int depthWanted(TreeDepth by) {
    return StoredTree.depth(tree.range(), by.of(tree.root().count(), tree.depth()));
  }

  /**
   * Replaces the tree by another one of the same objects. No transaction may be under way that the
   * store may refuse.
   *
   * @param ops receives the operations that write the tree
   */
  public void replace(HashTree next, Version head, List<StoreOp> ops) {
    Invariant.check(proposals.isEmpty(), "a tree is replaced while a step may be refused");
    Probe.reached("tree: is replaced by one of another depth");
    tree = next;
    recent.clear();
    records.replace(next);
    writeAll(head, ops);
    watches.forEach(Watch::onReplaced);
  }

  /** Adds operations that write the whole tree, whatever was written before. */
  public void writeAll(Version head, List<StoreOp> ops) {
    records.writeAll(head, ops);
  }

  /**
   * The tree as it would be read if all changes were written; leaves with changes that may be
   * refused are unsure.
   */
  public StoredTree held(Version head) {
    Probe.reachedIf(!proposals.isEmpty(), "tree: is handed on while changes may be refused");
    records.proposedLeaves().forEach(tree::markUnsure);
    return records.held(head);
  }
}
