package io.pando.mds.format;

import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.mds.table.Stored;
import io.pando.mds.table.TableFormat;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.HexFormat;

/**
 * The session table of a rank: its sessions, and the answers to requests that may be repeated. Its
 * head is the next inode number; each rank has numbers of its own.
 */
public final class SessionFormat implements TableFormat<Ino, SessionKey, SessionRow> {
  private static final int RANK_SHIFT = 52;
  private static final int DIGITS = 16;
  private static final HexFormat HEX = HexFormat.of();

  private final int rank;

  /** The table of a rank, 0 to 2,047. */
  public SessionFormat(int rank) {
    if (rank < 0 || rank >= 1 << (Long.SIZE - 1 - RANK_SHIFT)) {
      throw new IllegalArgumentException("not a rank with inode numbers: " + rank);
    }
    this.rank = rank;
  }

  /** Name of the object of a rank. */
  public static String objectName(int rank) {
    return "sessions." + rank;
  }

  @Override
  public Ino emptyHead() {
    return new Ino(Ino.FIRST_FREE.value() + ((long) rank << RANK_SHIFT));
  }

  @Override
  public String text(SessionKey key) {
    String session = HEX.toHexDigits(key.session());
    return key.isOfSession() ? session : session + "." + HEX.toHexDigits(key.request());
  }

  @Override
  public SessionKey key(String text) {
    long session = HexFormat.fromHexDigitsToLong(text, 0, Math.min(DIGITS, text.length()));
    long request =
        text.length() > DIGITS ? HexFormat.fromHexDigitsToLong(text, DIGITS + 1, text.length()) : 0;
    SessionKey key = new SessionKey(session, request);
    if (!text(key).equals(text)) {
      throw new IllegalArgumentException("not a key of the session table: " + text);
    }
    return key;
  }

  @Override
  public Payload encode(Stored<SessionRow> row) {
    return MetadataRecords.SESSION.encode(new StoredSessionRow(row.version(), row.value()));
  }

  @Override
  public Stored<SessionRow> decode(Payload bytes) {
    StoredSessionRow stored = MetadataRecords.SESSION.decode(bytes);
    return new Stored<>(stored.version(), stored.row());
  }

  @Override
  public Payload encodeHead(Stored<Ino> head) {
    return MetadataRecords.NUMBERS_HEAD.encode(new StoredNumbers(head.version(), head.value()));
  }

  @Override
  public Stored<Ino> decodeHead(Payload bytes) {
    StoredNumbers stored = MetadataRecords.NUMBERS_HEAD.decode(bytes);
    return new Stored<>(stored.version(), stored.next());
  }
}
