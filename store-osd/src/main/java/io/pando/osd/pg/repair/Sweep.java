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
 * Goes through the objects of a replica in placement order, page by page, while updates go on, and
 * tells what makes up the items of those it has passed: an object as it was listed, and each change
 * of it since. A listing tells of everything that was submitted before it was asked for, so a
 * change counts by itself if it came after that.
 */
final class Sweep {
  private static final Limit PAGE = Limit.of("sweep: objects in one page", 1, 512);

  /** Hears of what was passed. */
  interface Receiver {
    /**
     * Items of an object that was passed came and went.
     *
     * @param change what is to be put to all that was told of it before
     */
    void onItem(ObjectId object, Digest change);

    /**
     * So many objects were passed.
     *
     * @param upTo this one and all before it; null: all
     */
    void onPage(@Nullable ObjectId upTo);
  }

  private final ReplicaTree tree;
  private final StoreReads reads;
  private final Receiver receiver;

  /** By objects that the page under way may tell of as they were before. */
  private final NavigableMap<ObjectId, Digest> changed = new TreeMap<>();

  /** All objects up to this one were passed; null: none. */
  private @Nullable ObjectId done;

  private boolean asked;
  private boolean complete;
  private boolean ended;

  /**
   * A sweep that begins with the next page.
   *
   * @param after behind this object; null: at the beginning
   */
  Sweep(ReplicaTree tree, StoreReads reads, @Nullable ObjectId after, Receiver receiver) {
    this.tree = tree;
    this.reads = reads;
    this.done = after;
    this.receiver = receiver;
  }

  /** Asks for the next page, unless that has to wait. */
  void ask() {
    // What may be refused yet is not to be listed.
    if (!asked && !complete && !ended && !tree.hasProposals()) {
      asked = true;
      changed.clear();
      reads.versions(done, PAGE.value(), this::onListed);
    }
  }

  /** What was asked for will not be answered. */
  void onReadsForgotten() {
    asked = false;
  }

  /** Tells nothing any more. */
  void end() {
    ended = true;
  }

  /** The tree was told of a change. */
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
