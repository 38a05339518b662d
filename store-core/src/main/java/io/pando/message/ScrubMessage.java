package io.pando.message;

import io.pando.cluster.PositionRange;
import io.pando.group.IndexEntry;
import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.merkle.ContentDigest;
import io.pando.merkle.Digest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By which the primary of a group that is clean has the copies compared, and mended. */
public sealed interface ScrubMessage extends Message {
  PgId group();

  /** Map epoch of the sender. */
  long epoch();

  /**
   * Primary to a replica: do this, and tell.
   *
   * @param number said again it is the same task, which is carried out once; a later one of this
   *     interval has a greater one, and is asked for once this is answered
   */
  record AskScrub(PgId group, long epoch, long number, ScrubTask task) implements ScrubMessage {}

  /** What came of the task of that number. */
  record ScrubAnswer(PgId group, long epoch, long number, ScrubResult result)
      implements ScrubMessage {}

  /**
   * Primary to its replicas: keep this, so that the next primary can go on. Replica to a new
   * primary, before its {@link PeeringMessage.Notify}: this is what the former primary told.
   */
  record RememberScrub(PgId group, long epoch, ScrubRecord record) implements ScrubMessage {}

  /** Something to be done by each member. */
  sealed interface ScrubTask {}

  /** Look at what the store has in these positions; the group's range has them all. */
  record Check(PositionRange positions, boolean deep) implements ScrubTask {}

  /** Tell what was found by the last check, behind an object; null: from the beginning. */
  record TellItems(@Nullable ObjectId after) implements ScrubTask {}

  /** Read these objects, which do not change meanwhile, and tell what they are. */
  record Examine(List<ObjectId> objects) implements ScrubTask {
    public Examine {
      objects = List.copyOf(objects);
    }
  }

  /**
   * Compare digests of parts of the primary's tree with those of your own: parts of level {@code
   * above}, and of those, in order, the digests of all parts of {@code level} below them.
   */
  record CompareTree(int above, List<Integer> parts, int level, List<Long> digests)
      implements ScrubTask {
    public CompareTree {
      parts = List.copyOf(parts);
      digests = List.copyOf(digests);
    }
  }

  /** Tell what your log and your version index say of these objects, whatever the store has. */
  record TellRecords(List<ObjectId> objects) implements ScrubTask {
    public TellRecords {
      objects = List.copyOf(objects);
    }
  }

  /** These are not as they should be: note so, or remove them. */
  record Mend(List<Bad> objects) implements ScrubTask {
    public Mend {
      objects = List.copyOf(objects);
    }
  }

  /**
   * A copy that is bad.
   *
   * @param found in which version it is there, {@link Version#ZERO} if that is not known
   * @param needed in which it should be; {@link Version#ZERO}: it should not be there
   */
  record Bad(ObjectId object, Version found, Version needed) {}

  /** What came of a {@link ScrubTask}. */
  sealed interface ScrubResult {}

  /**
   * What was found by a {@link Check}.
   *
   * @param items digest of all of them
   * @param damaged of which something cannot be read
   * @param wrongLeaves of the tree that this replica keeps, which say something else than the store
   */
  record Checked(Digest items, int damaged, int wrongLeaves) implements ScrubResult {}

  /**
   * Some items, in placement order.
   *
   * @param more whether others follow
   */
  record Items(List<Item> items, boolean more) implements ScrubResult {
    public Items {
      items = List.copyOf(items);
    }
  }

  /**
   * An object that was found.
   *
   * @param content digest of its content, 0 if it was not read
   * @param damaged whether something of it cannot be read
   */
  record Item(ObjectId object, Version version, long content, boolean damaged) {}

  /** The objects that were to be examined. */
  record Examined(List<Specimen> copies) implements ScrubResult {
    public Examined {
      copies = List.copyOf(copies);
    }
  }

  /**
   * A copy in full.
   *
   * @param vouched whether the tree that is kept there said of the object's leaf what the store has
   */
  record Specimen(ObjectId object, boolean vouched, CopyState state) {}

  /** What a copy is. */
  sealed interface CopyState {}

  /** There is none. */
  record Absent() implements CopyState {}

  /** All of it could be read. */
  record Sound(Version version, ContentDigest content) implements CopyState {}

  /**
   * Something of it could not be read.
   *
   * @param version {@link Version#ZERO} if that cannot be read either
   */
  record Broken(Version version, String what) implements CopyState {}

  /**
   * What came of a {@link CompareTree}.
   *
   * @param depth of the tree here
   * @param empty whether there is nothing at all
   * @param differing parts of the level that was asked for, in order
   */
  record TreeCompared(int depth, boolean empty, List<Integer> differing) implements ScrubResult {
    public TreeCompared {
      differing = List.copyOf(differing);
    }
  }

  /**
   * What came of a {@link TellRecords}.
   *
   * @param newest recorded update of each object; objects of which nothing is recorded are left out
   */
  record Recorded(List<IndexEntry> newest) implements ScrubResult {
    public Recorded {
      newest = List.copyOf(newest);
    }
  }

  /** It was noted, durably. */
  record Mended() implements ScrubResult {}
}
