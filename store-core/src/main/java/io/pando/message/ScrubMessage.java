package io.pando.message;

import io.pando.cluster.PositionRange;
import io.pando.erasure.digest.FragmentDigest;
import io.pando.group.IndexEntry;
import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.merkle.ContentDigest;
import io.pando.merkle.Digest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages of scrub, by which the primary of a clean group has the copies compared and repaired.
 */
public sealed interface ScrubMessage extends GroupMessage {
  /**
   * From the primary to a replica: asks it to carry out a task and report the result.
   *
   * @param number number of the task; a repetition is the same task, which is carried out once. A
   *     later task of this interval has a greater number, and is sent after this one is answered
   */
  record AskScrub(PgId group, long epoch, long number, ScrubTask task) implements ScrubMessage {}

  /** The result of the task with the same number. */
  record ScrubAnswer(PgId group, long epoch, long number, ScrubResult result)
      implements ScrubMessage {}

  /**
   * Carries the scrub record of a group. The primary sends it to its replicas, which store it so
   * that the next primary can continue. A replica sends the record of the former primary to a new
   * primary, before its {@link PeeringMessage.Notify}.
   */
  record RememberScrub(PgId group, long epoch, ScrubRecord record) implements ScrubMessage {}

  /** A task for each member. */
  sealed interface ScrubTask {}

  /** Examines the store's objects in these positions, which lie in the group's range. */
  record Check(PositionRange positions, boolean deep) implements ScrubTask {}

  /**
   * Asks for the items that the last check found, behind {@code after}; null to start at the
   * beginning.
   */
  record ListItems(@Nullable ObjectId after) implements ScrubTask {}

  /** Reads these objects and reports their state; they do not change meanwhile. */
  record Examine(List<ObjectId> objects) implements ScrubTask {
    public Examine {
      objects = List.copyOf(objects);
    }
  }

  /**
   * Compares digests of the primary's hash tree with those of the member's: {@code parts} are of
   * level {@code above}, and {@code digests} are those of all parts of {@code level} below them, in
   * order.
   */
  record CompareTree(int above, List<Integer> parts, int level, List<Long> digests)
      implements ScrubTask {
    public CompareTree {
      parts = List.copyOf(parts);
      digests = List.copyOf(digests);
    }
  }

  /**
   * Asks for the newest updates of these objects in the member's log and version index, whatever
   * the store has.
   */
  record TellRecords(List<ObjectId> objects) implements ScrubTask {
    public TellRecords {
      objects = List.copyOf(objects);
    }
  }

  /** Names copies that are bad: the member records them as missing, or removes them. */
  record Repair(List<Bad> objects) implements ScrubTask {
    public Repair {
      objects = List.copyOf(objects);
    }
  }

  /**
   * A copy that is bad.
   *
   * @param found version of the bad copy, {@link Version#ZERO} if not known
   * @param needed version that the copy should have; {@link Version#ZERO} if there should be none
   * @param wrong whether the copy can be read, and was proved to be wrong although it has the
   *     needed version: it must never be taken for a good one
   */
  record Bad(ObjectId object, Version found, Version needed, boolean wrong) {}

  /** The result of a {@link ScrubTask}. */
  sealed interface ScrubResult {}

  /**
   * The result of a {@link Check}.
   *
   * @param items digest of all items that were found
   * @param damaged number of objects that cannot be read completely
   * @param wrongLeaves number of leaves of the replica's stored hash tree that disagree with its
   *     store
   * @param fragments total of the digests of all fragments; null unless fragments were read
   */
  record Checked(Digest items, int damaged, int wrongLeaves, @Nullable FragmentDigest fragments)
      implements ScrubResult {
    /** The result if no fragments were read. */
    public Checked(Digest items, int damaged, int wrongLeaves) {
      this(items, damaged, wrongLeaves, null);
    }
  }

  /**
   * The result of {@link ListItems}: some items, in placement order.
   *
   * @param more whether more items follow
   */
  record Items(List<Item> items, boolean more) implements ScrubResult {
    public Items {
      items = List.copyOf(items);
    }
  }

  /**
   * An object that was found.
   *
   * @param content digest of its content, 0 if it was not read; with a fragment, of what all
   *     members have alike
   * @param damaged whether a part of it cannot be read
   * @param fragment digest of its fragment; null unless a fragment was read
   */
  record Item(
      ObjectId object,
      Version version,
      long content,
      boolean damaged,
      @Nullable FragmentDigest fragment) {
    /** An object of which no fragment was read. */
    public Item(ObjectId object, Version version, long content, boolean damaged) {
      this(object, version, content, damaged, null);
    }
  }

  /** The result of an {@link Examine}. */
  record Examined(List<ExaminedCopy> copies) implements ScrubResult {
    public Examined {
      copies = List.copyOf(copies);
    }
  }

  /**
   * The state of one copy.
   *
   * @param vouched whether the replica's stored hash tree agrees with its store on the object's
   *     leaf
   */
  record ExaminedCopy(ObjectId object, boolean vouched, CopyState state) {}

  /** The state of a copy. */
  sealed interface CopyState {}

  /** There is no copy. */
  record Absent() implements CopyState {}

  /**
   * The whole copy could be read.
   *
   * @param content digest of its content; with a fragment, of what all members have alike: the size
   *     of the object, and no bytes
   * @param fragment digest of the fragment; null if the copy is a replica
   */
  record Sound(Version version, ContentDigest content, @Nullable FragmentDigest fragment)
      implements CopyState {
    /** A replica. */
    public Sound(Version version, ContentDigest content) {
      this(version, content, null);
    }
  }

  /**
   * A part of the copy could not be read.
   *
   * @param version version of the copy, {@link Version#ZERO} if it cannot be read either
   */
  record Damaged(Version version, String what) implements CopyState {}

  /**
   * The result of a {@link CompareTree}.
   *
   * @param depth depth of the member's tree
   * @param empty whether the member has no objects
   * @param differing parts of the compared level that differ, in order
   */
  record TreeCompared(int depth, boolean empty, List<Integer> differing) implements ScrubResult {
    public TreeCompared {
      differing = List.copyOf(differing);
    }
  }

  /**
   * The result of {@link TellRecords}.
   *
   * @param newest newest recorded update of each object; objects without a record are left out
   */
  record Recorded(List<IndexEntry> newest) implements ScrubResult {
    public Recorded {
      newest = List.copyOf(newest);
    }
  }

  /** The result of a {@link Repair}: it was carried out durably. */
  record Mended() implements ScrubResult {}
}
