package io.pando.disk.raw.check;

import io.pando.bytes.Payload;
import io.pando.disk.metadata.Family;
import io.pando.store.CollectionId;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A step that brings a store's records in line with each other. None makes anything readable that
 * was not, or was not known to be sound. Taking one twice does no harm.
 */
public sealed interface Remedy {
  /** What it does, for people. */
  String what();

  /** Deletes a record that nobody can use, after a copy was put aside. */
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

  /** Notes a collection that has records. */
  record NoteCollection(CollectionId collection) implements Remedy {
    @Override
    public String what() {
      return "note collection " + collection;
    }
  }

  /** Keeps an object's record, but lets nobody read the object any more. */
  record MarkObject(Payload key, String why) implements Remedy {
    @Override
    public String what() {
      return "mark the object as damaged";
    }
  }

  /**
   * Puts an object's record aside and leaves its name, marked as damaged, with nothing behind it.
   */
  record EmptyObject(Payload key, String why) implements Remedy {
    @Override
    public String what() {
      return "put the object's record aside, leave an empty one that is marked as damaged";
    }
  }

  /**
   * Gives an object a block of its own for one that others own too, marked as damaged; blocks, if
   * it is packed with others.
   *
   * @param family of the record that names it, {@code OBJECT} or {@code BLOCKS}
   * @param slot of the record
   */
  record SeparateBlock(Family family, Payload key, int slot) implements Remedy {
    @Override
    public String what() {
      return "give it a block of its own there, marked as damaged";
    }
  }

  /** Counts anew which blocks have several owners. */
  record CountShares() implements Remedy {
    @Override
    public String what() {
      return "count anew which blocks are shared";
    }
  }

  private static String hex(Payload key) {
    return HexFormat.of().formatHex(key.toByteArray());
  }

  private static String name(Family family) {
    return family.toString().toLowerCase(Locale.ROOT);
  }
}
