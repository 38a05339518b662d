package io.pando.osd.pg.recovery;

import io.pando.id.Version;
import io.pando.osd.pg.index.VersionIndex;
import io.pando.osd.pg.log.GroupLog;
import java.util.Optional;

/**
 * How a replica learns what it lacks once it is back: the one place where that is chosen, the
 * cheapest way first.
 */
public sealed interface WayBack {
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
  record Log() implements WayBack {}

  /**
   * The version index tells which objects changed, each once.
   *
   * @param since after this version, which both have
   */
  record Index(Version since) implements WayBack {}

  /** Hash trees are compared, and what differs is listed. */
  record Tree() implements WayBack {}

  /** The replica has nothing: all is copied. */
  record Copy() implements WayBack {}

  /**
   * The cheapest way for a replica. That by the log costs an entry for each update, that by the
   * index one for each object that changed, that by the tree some entries for each.
   *
   * @param log the authoritative one
   * @param index beside it
   * @param has newest version that the replica may share with it
   * @param mostChanges that the index tells at most
   */
  static WayBack of(GroupLog log, VersionIndex index, Version has, int mostChanges) {
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
