package io.pando.sim.files.check;

import io.pando.fs.Ino;

/**
 * What a program did, as the checks see it. Files consist of cells of a fixed size, and all offsets
 * and lengths are counts of cells: a cell is in one object, so that it is read and written as a
 * whole.
 */
public sealed interface FilesOp {
  /** A call about names or links, which are checked together. */
  sealed interface OfNames extends FilesOp {}

  record Make(String path, boolean isDirectory) implements OfNames {}

  record Remove(String path, boolean ofDirectory) implements OfNames {}

  record Rename(String from, String to) implements OfNames {}

  record Link(Ino ino, String path) implements OfNames {}

  record Lookup(String path) implements OfNames {}

  record List(String directory) implements OfNames {}

  /** Size and number of links of a file. */
  record Stat(Ino ino) implements OfNames, OfFile {}

  /** A call about the bytes of a file. */
  sealed interface OfFile extends FilesOp {
    Ino ino();
  }

  /**
   * A write.
   *
   * @param value what its cells have then; unique, and positive
   */
  record Write(Ino ino, int cell, int count, long value) implements OfFile {}

  record Read(Ino ino, int cell, int count) implements OfFile {}

  record Truncate(Ino ino, int cells) implements OfFile {}

  /** Cells become zeros; the size stays. */
  record Zero(Ino ino, int cell, int count) implements OfFile {}

  /** Makes one file durable. */
  record Sync(Ino ino, long handle) implements OfFile {}

  /** Makes everything durable. */
  record SyncAll() implements FilesOp {}

  record Open(Ino ino) implements OfFile {}

  record Close(Ino ino, long handle) implements OfFile {}

  /** Takes the exclusive lock of a file, without waiting. */
  record Lock(Ino ino, long owner) implements OfFile {}

  record Unlock(Ino ino, long owner) implements OfFile {}
}
