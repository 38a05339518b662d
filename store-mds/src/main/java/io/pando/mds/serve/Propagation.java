package io.pando.mds.serve;

import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.UnreadException;
import java.util.ArrayList;
import java.util.List;

/** Moves totals of directories upwards, some at a time. */
final class Propagation {
  /** Directories whose totals one update moves. */
  private static final int MOST = 64;

  private final ServerParts parts;
  private boolean reading;

  Propagation(ServerParts parts) {
    this.parts = parts;
  }

  /** Moves some totals, although the journal may have no room: that is how it gets room. */
  void advance() {
    if (reading || !parts.tree().isAhead()) {
      return;
    }
    try {
      long _ = parts.tree().begin(parts.store(), parts.tree().propagate(MOST)).order();
    } catch (UnreadException unread) {
      List<MissingRow.Stored> rows = new ArrayList<>();
      for (MissingRow each : unread.rows()) {
        if (each instanceof MissingRow.Stored it) {
          rows.add(it);
        }
      }
      if (!rows.isEmpty()) {
        reading = true;
        parts.reads().read(rows, _ -> reading = false);
      }
    }
  }
}
