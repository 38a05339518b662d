package io.pando.mds.names;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Update;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/** The result of executing a request over the rows in memory. Nothing is changed by it. */
public sealed interface Execution {
  /**
   * Rows have to be read; then the request is executed again.
   *
   * @param rows at least one
   */
  record Missing(List<MissingRow> rows) implements Execution {}

  /**
   * The objects of a file have to be cut to its size first ({@link Names#change} says that they
   * are); then the request is executed again.
   */
  record Uncut(Ino file) implements Execution {}

  /**
   * The answer, and what it takes.
   *
   * @param answer the answer; {@link FsAnswer.Failed} comes with a footprint too, since the state
   *     that it depends on must be true
   * @param footprint for inodes, the capabilities that no other session may have when this is
   *     carried out; not copied
   * @param seen inodes and directories that the answer depends on: if another session changed one
   *     and that is not durable, the answer waits; not copied
   * @param update the changes, for {@link io.pando.mds.tree.Tree#begin}; empty for queries and
   *     errors
   */
  record Plan(
      FsAnswer answer, SortedMap<Ino, CapabilitySet> footprint, SortedSet<Ino> seen, Update update)
      implements Execution {}
}
