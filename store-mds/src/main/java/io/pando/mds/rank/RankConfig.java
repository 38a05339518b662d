package io.pando.mds.rank;

import io.pando.cluster.files.RankId;
import io.pando.fs.NameHash;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.names.NamesConfig;
import io.pando.mds.serve.ServiceLimits;
import io.pando.mds.session.SessionLimits;
import io.pando.mds.store.StoreLimits;

/**
 * A rank, and the settings of its holder.
 *
 * @param id the rank
 * @param hash of the names of the file system
 * @param names settings of names
 * @param journal where the journal is
 * @param start number with which grants of this holder begin; larger for each holder of the rank
 * @param limits limits of its parts
 */
public record RankConfig(
    RankId id, NameHash hash, NamesConfig names, JournalLayout journal, long start, Limits limits) {
  /** Limits of the parts of a rank. */
  public record Limits(StoreLimits store, SessionLimits sessions, ServiceLimits service) {
    /** The usual limits of all. */
    public static Limits usual() {
      return new Limits(StoreLimits.usual(), SessionLimits.usual(), ServiceLimits.usual());
    }
  }
}
