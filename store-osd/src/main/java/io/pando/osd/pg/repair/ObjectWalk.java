package io.pando.osd.pg.repair;

import io.pando.id.ObjectId;
import io.pando.merkle.Digest;
import io.pando.osd.pg.replica.StoreReads;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the objects of a replica in placement order, page by page, while updates go on.
 * Reports the items of all objects passed so far: each object as listed, and each change of it
 * since. A listing reflects everything submitted before the call, so a change is reported
 * separately if it came after the call.
 */
final class ObjectWalk {
  private static final Limit PAGE = Limit.of("sweep: objects in one page", 1, 512);

  /** Receives the items of passed objects. */
  interface Receiver {
    /**
     * Items of a passed object were found, added or removed.
     *
     * @param change digest to combine with those reported for the object before
     */
    void onItem(ObjectId object, Digest change);

    /**
     * A page was passed.
     *
     * @param upTo last passed object; null if all objects were passed
     */
    void onPage(@Nullable ObjectId upTo);
  }

  private final ReplicaTree tree;
  private final StoreReads reads;
  private final Receiver receiver;

  /** Changes of objects that the pending page may show as they were before. */
  private final NavigableMap<ObjectId, Digest> changed = new TreeMap<>();

  /** Last passed object; null if none was passed. */
  private @Nullable ObjectId done;

  private boolean asked;
  private boolean complete;
  private boolean ended;

  /**
   * Creates a sweep; {@link #ask} reads its first page.
   *
   * @param after object after which the sweep begins; null for the beginning
   */
  ObjectWalk(ReplicaTree tree, StoreReads reads, @Nullable ObjectId after, Receiver receiver) {
    this.tree = tree;
    this.reads = reads;
    this.done = after;
    this.receiver = receiver;
  }

  /** Requests the next page, unless that has to wait. */
  void ask() {
    // A listing must not show changes that may still be refused.
    if (!asked && !complete && !ended && !tree.hasProposals()) {
      asked = true;
      changed.clear();
      reads.versions(done, PAGE.value(), this::onListed);
    }
  }

  /** Notes that the pending page will not arrive. */
  void onReadsForgotten() {
    asked = false;
  }

  /** Ends the sweep: the receiver is not called any more. */
  void end() {
    ended = true;
  }

  /** Handles a change of the tree. */
  void onChanged(ObjectId object, Digest change) {
    if (ended) {
      return;
    }
    if (complete || (done != null && object.compareTo(done) <= 0)) {
      receiver.onItem(object, change);
    } else if (asked) {
      Probe.reached("sweep: an object changed while its page was read");
      changed.merge(object, change, Digest::plus);
    }
  }

  private void onListed(VersionListing page) {
    asked = false;
    if (ended) {
      return;
    }
    page.versions()
        .forEach((object, version) ->
            receiver.onItem(object, new Digest(tree.item(object, version), 1)));
    ObjectId last = page.more() ? page.versions().lastKey() : null;
    for (Map.Entry<ObjectId, Digest> change : changed.entrySet()) {
      if (last == null || change.getKey().compareTo(last) <= 0) {
        receiver.onItem(change.getKey(), change.getValue());
      }
    }
    done = last == null ? done : last;
    complete = last == null;
    receiver.onPage(last);
  }
}
