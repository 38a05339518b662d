package io.pando.mds.tree;

import java.util.List;

/** Rows that are needed are not in memory. */
public final class UnreadException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<MissingRow> rows;

  UnreadException(MissingRow row) {
    this(List.of(row));
  }

  UnreadException(List<MissingRow> rows) {
    super(rows.toString(), null, false, false);
    this.rows = List.copyOf(rows);
  }

  /** The rows, at least one. */
  public List<MissingRow> rows() {
    return rows;
  }
}
