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
 * The tree of a replica: what the store holds once all that was submitted has happened. An item is
 * an object with the version in its attributes, {@link Version#ZERO} for half a copy.
 *
 * <p>What an update in the log did to it, the log tells, so that is written only now and then;
 * everything else is written with the step that did it ({@link TreeRecords}).
 */
public final class ReplicaTree {
  /** Hears what changes. */
  public interface Watch {
    /**
     * Items of an object came and went.
     *
     * @param xor of their digests
     * @param count how many more there are
     */
    void onChanged(ObjectId object, long xor, int count);

    /** An object changed, and nobody knows from what or to what. */
    void onUnknown(ObjectId object);

    /** The tree has another depth: its leaves are others. */
    void onReplaced();
  }

  private final ItemHash hash;
  private final TreeRecords records;
  private final List<Proposal> proposals = new ArrayList<>();
  private final List<Watch> watches = new ArrayList<>();
  private final RecentRoots recent = new RecentRoots();
  private HashTree tree;

  /**
   * A tree as it was stored.
   *
   * @param entries of the log; those that are not in the tree yet are now
   * @param key of the pool's trees
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

  /** What the group holds here. */
  public HashTree tree() {
    return tree;
  }

  /** Whether there is nothing, for sure. */
  public boolean isEmpty() {
    return tree.unsureLeaves() == 0 && !hasProposals() && tree.root().count() == 0;
  }

  /** What a part holds; nothing if that is not known, or may be refused yet. */
  public Optional<Digest> known(Subtree part) {
    if (part.level() > tree.depth() || !tree.isSure(part) || records.isProposed(tree.span(part))) {
      return Optional.empty();
    }
    return Optional.of(tree.digest(part));
  }

  /** From now on hears of every change. */
  public void watch(Watch watch) {
    watches.add(watch);
  }

  /** The digest of an item. */
  public long item(ObjectId object, Version version) {
    return hash.of(object, version);
  }

  /** An update of an object that was here as it was before. */
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

  /** An update that changed nothing here, which the log does not tell. */
  public void onUpdateElsewhere() {
    recent.clear();
    records.onSpecial();
  }

  /** Something other than an update that is told by the log: roots as of updates do not say it. */
  private void onSpecial() {
    recent.clear();
    records.onSpecial();
  }

  /** An object went that was here in that version, which the log does not tell. */
  public void onRemoved(ObjectId object, Version before) {
    change(new Change(object, before, null));
    onSpecial();
  }

  /** An object changed of which it is not known what was here. */
  public void onUnknown(ObjectId object) {
    int leaf = tree.leaf(object.position());
    tree.doubt(leaf);
    records.onTouched(leaf);
    onSpecial();
    watches.forEach(watch -> watch.onUnknown(object));
  }

  /**
   * What becomes of an object.
   *
   * @param before null: it was not here
   * @param after null: it is not here any more
   */
  public record Change(ObjectId object, @Nullable Version before, @Nullable Version after) {
    Change undone() {
      return new Change(object, /* before= */ after, /* after= */ before);
    }
  }

  /** Changes by a step that the store may refuse. */
  public final class Proposal {
    private final List<Change> changes;
    private final SortedSet<Integer> leaves = new TreeSet<>();

    private Proposal(List<Change> changes) {
      this.changes = changes;
      changes.forEach(it -> leaves.add(tree.leaf(it.object().position())));
    }

    /** The step has happened. */
    public void onDurable() {
      proposals.remove(this);
      records.conclude(leaves, true);
    }

    /** The step will not happen. */
    public void onRefused() {
      Probe.reached("tree: a proposed change is refused");
      proposals.remove(this);
      changes.reversed().forEach(it -> change(it.undone()));
      records.conclude(leaves, false);
      onSpecial();
    }
  }

  /**
   * Takes changes for done; everything before must be {@linkplain #settleAll settled}.
   *
   * @param ops to which it adds what is to be written in the same transaction
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
      // It cannot go: somebody has changed the store behind the tree, or the tree behind the store.
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

  /** What a leaf holds was found out by listing it. */
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

  /** All is here as of this update, the newest: keeps the root for a while. */
  public void noteRoot(Version version) {
    if (isCertain()) {
      recent.note(version.counter(), tree);
    }
  }

  /** The root as of one of the newest updates; null if it was not noted, or holds no more. */
  public @Nullable Digest noted(Version version) {
    return recent.of(version.counter());
  }

  /** The log goes another way: updates have other counters from now on. */
  public void forgetRoots() {
    recent.clear();
  }

  /** A leaf turned out to say something else than the store has. */
  public void onWrong(int leaf) {
    Probe.reached("tree: a leaf is wrong");
    tree.doubt(leaf);
    records.onTouched(leaf);
    records.onSpecial();
  }

  /** Whether a step is under way that the store may refuse. */
  public boolean hasProposals() {
    return !proposals.isEmpty();
  }

  /** Whether an object changes by such a step, so that nobody can tell what will be there. */
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

  /** Whether something should be written soon. */
  public boolean isDue() {
    return records.isDue();
  }

  /** Whether something is not written yet. */
  public boolean isBehind() {
    return records.isBehind();
  }

  /** Adds all that is not written yet, whatever the log tells up to its head. */
  public void settleAll(Version head, List<StoreOp> ops) {
    records.write(head, ops);
  }

  /**
   * Adds what has to be written with a step.
   *
   * @param head newest update that the log has after it
   * @param forgotten up to here the log will not tell any more
   */
  public void settle(Version head, @Nullable Version forgotten, List<StoreOp> ops) {
    if (records.isDue() || (forgotten != null && forgotten.isAfter(records.stamp()))) {
      records.write(head, ops);
    }
  }

  /** How deep it should be with what it holds. */
  public int depthWanted(TreeDepth by) {
    return StoredTree.depth(tree.range(), by.of(tree.root().count(), tree.depth()));
  }

  /**
   * Goes on with another tree of the same objects. No step may be under way that may be refused.
   *
   * @param ops to which it adds what writes it
   */
  public void replace(HashTree next, Version head, List<StoreOp> ops) {
    Invariant.check(proposals.isEmpty(), "a tree is replaced while a step may be refused");
    Probe.reached("tree: is replaced by one of another depth");
    tree = next;
    recent.clear();
    records.replace(next);
    writeAnew(head, ops);
    watches.forEach(Watch::onReplaced);
  }

  /** Adds all of it to a step, whatever was written before. */
  public void writeAnew(Version head, List<StoreOp> ops) {
    records.writeAll(head, ops);
  }

  /** As it would be read now, had all been written; what may be refused yet is not known. */
  public StoredTree held(Version head) {
    Probe.reachedIf(!proposals.isEmpty(), "tree: is handed on while changes may be refused");
    records.proposedLeaves().forEach(tree::doubt);
    return records.held(head);
  }
}
