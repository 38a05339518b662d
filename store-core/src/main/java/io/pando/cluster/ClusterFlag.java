package io.pando.cluster;

import java.util.Locale;

/** Flags with which an operator restricts automatic actions and client access. */
public enum ClusterFlag {
  /** OSDs that boot are not marked up. */
  NOUP,
  /** OSDs that fail are not marked down. */
  NODOWN,
  /** OSDs that boot are not marked in. */
  NOIN,
  /** OSDs that stay down are not marked out. */
  NOOUT,
  /** Clients do not read. */
  PAUSERD,
  /** Clients do not write. */
  PAUSEWR,
  /** Objects are not recovered. */
  NORECOVER,
  /** Replicas are not backfilled. */
  NOBACKFILL,
  /** Replicas of groups that have enough copies are not backfilled: misplaced copies stay. */
  NOREBALANCE,
  /** No light scrubs and no repair sessions, except those that an operator orders. */
  NOSCRUB,
  /** No deep scrubs, except those that an operator orders. */
  NODEEP_SCRUB;

  /** The name that operators use. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
