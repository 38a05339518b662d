package io.pando.mds.format;

import io.pando.mds.update.SessionRow;

/** Value of an entry of the session table: {@link io.pando.mds.table.Stored}. */
public record StoredSessionRow(long version, SessionRow row) {}
