package io.pando.mds.table;

/** The head of tables that say nothing of themselves. */
public enum Nothing {
  NOTHING
}
