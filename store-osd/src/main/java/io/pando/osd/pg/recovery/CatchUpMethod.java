package io.pando.osd.pg.recovery;

import io.pando.id.Version;
import io.pando.osd.pg.index.VersionIndex;
import io.pando.osd.pg.log.GroupLog;
import java.util.Optional;

/**
 * How a returning replica finds out which objects it lacks. The choice is made here only; the
 * cheapest method that applies is taken.
 */
public sealed interface CatchUpMethod {
  /** A one-word name for operators. */
  default String label() {
    return switch (this) {
      case Log _ -> "log";
      case Index _ -> "index";
      case Tree _ -> "tree";
      case Copy _ -> "copy";
    };
  }

  /** The log tells all updates; a replica that was being filled continues from its mark. */
  record Log() implements CatchUpMethod {}

  /**
   * The version index tells which objects changed, each once.
   *
   * @param since the index tells changes after this version, which both sides have
   */
  record Index(Version since) implements CatchUpMethod {}

  /** Hash trees are compared, and the parts that differ are listed. */
  record Tree() implements CatchUpMethod {}

  /** The replica is empty: all objects are copied. */
  record Copy() implements CatchUpMethod {}

  /**
   * The cheapest method for a replica. The log costs one entry for each update; the index one for
   * each object that changed; the tree several for each object that changed.
   *
   * @param log the authoritative log
   * @param index version index that belongs to the log
   * @param has newest version that the replica may share with the log
   * @param mostChanges maximum number of changes to tell from the index
   */
  static CatchUpMethod of(GroupLog log, VersionIndex index, Version has, int mostChanges) {
    if (log.reaches(has)) {
      return new Log();
    }
    if (has.equals(Version.ZERO)) {
      return new Copy();
    }
    Optional<Version> common = index.common(has);
    return common.isPresent() && index.after(common.get()) <= mostChanges
        ? new Index(common.get())
        : new Tree();
  }
}
