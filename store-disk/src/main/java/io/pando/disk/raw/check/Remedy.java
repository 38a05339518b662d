package io.pando.disk.raw.check;

import io.pando.bytes.Payload;
import io.pando.disk.metadata.Family;
import io.pando.store.CollectionId;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A step that makes a store's records consistent. No step makes unreadable or possibly damaged data
 * readable. Applying a step twice does no harm.
 */
public sealed interface Remedy {
  /** Description, for people. */
  String what();

  /** Deletes an unusable record, after saving a copy. */
  record PutAside(Family family, Payload key) implements Remedy {
    @Override
    public String what() {
      return "put aside " + name(family) + " record " + hex(key);
    }
  }

  /** Deletes further blocks, or a map, that belong to no object. */
  record DeleteOf(Family family, long number) implements Remedy {
    @Override
    public String what() {
      return "delete what family " + name(family) + " has of object number " + number;
    }
  }

  /** Registers a collection that has records. */
  record NoteCollection(CollectionId collection) implements Remedy {
    @Override
    public String what() {
      return "note collection " + collection;
    }
  }

  /** Keeps an object's record, but makes reads of the object fail. */
  record MarkObject(Payload key, String why) implements Remedy {
    @Override
    public String what() {
      return "mark the object as damaged";
    }
  }

  /**
   * Saves an object's record in the aside file and replaces it with an empty object that is marked
   * as damaged.
   */
  record EmptyObject(Payload key, String why) implements Remedy {
    @Override
    public String what() {
      return "put the object's record aside, leave an empty one that is marked as damaged";
    }
  }

  /**
   * Replaces an object's block that has other owners too with a new block of its own, marked as
   * damaged. If the block is packed with others, all of them are replaced.
   *
   * @param family family of the record that names the block, {@code OBJECT} or {@code BLOCKS}
   * @param slot slot of the block in the record
   */
  record SeparateBlock(Family family, Payload key, int slot) implements Remedy {
    @Override
    public String what() {
      return "give it a block of its own there, marked as damaged";
    }
  }

  /** Recounts the blocks with several owners. */
  record CountShares() implements Remedy {
    @Override
    public String what() {
      return "count the shared blocks again";
    }
  }

  private static String hex(Payload key) {
    return HexFormat.of().formatHex(key.toByteArray());
  }

  private static String name(Family family) {
    return family.toString().toLowerCase(Locale.ROOT);
  }
}
