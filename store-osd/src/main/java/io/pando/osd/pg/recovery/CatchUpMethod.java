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
  /** In a word, for operators. */
  default String label() {
    return switch (this) {
      case Log _ -> "log";
      case Index _ -> "index";
      case Tree _ -> "tree";
      case Copy _ -> "copy";
    };
  }

  /** The log tells all that happened; a replica that was being filled goes on behind its mark. */
  record Log() implements CatchUpMethod {}

  /**
   * The version index tells which objects changed, each once.
   *
   * @param since after this version, which both have
   */
  record Index(Version since) implements CatchUpMethod {}

  /** Hash trees are compared, and what differs is listed. */
  record Tree() implements CatchUpMethod {}

  /** The replica has nothing: all is copied. */
  record Copy() implements CatchUpMethod {}

  /**
   * The cheapest way for a replica. That by the log costs an entry for each update, that by the
   * index one for each object that changed, that by the tree some entries for each.
   *
   * @param log the authoritative one
   * @param index beside it
   * @param has newest version that the replica may share with it
   * @param mostChanges that the index tells at most
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
