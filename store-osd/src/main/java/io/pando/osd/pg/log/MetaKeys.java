package io.pando.osd.pg.log;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.HexFormat;

/**
 * Keys of a group's own map in the store.
 *
 * <pre>
 *  info                       GroupInfo
 *  lineage                    GroupLineage
 *  log/EEEEEEEEEEEEEEEECCCCCCCCCCCCCCCC   LogEntry, epoch and counter in hexadecimal;
 *                             those up to the info's tail are kept to recognise their requests
 *  missing/PPPPPPPP:NAME      version the object should have, position in hexadecimal
 * </pre>
 */
public final class MetaKeys {
  /** Of the group's info. */
  public static final String INFO = "info";

  /** Of the number of groups under which the group was divided. */
  public static final String LINEAGE = "lineage";

  /** Begins the keys of log entries. */
  public static final String LOG = "log/";

  /** Comes behind the keys of all log entries. */
  public static final String LOG_END = "log0";

  /** Begins the keys of missing objects. */
  public static final String MISSING = "missing/";

  /** Comes behind the keys of all missing objects. */
  public static final String MISSING_END = "missing0";

  private MetaKeys() {}

  /** Of the log entry of that version. */
  public static String log(Version version) {
    HexFormat hex = HexFormat.of();
    return LOG + hex.toHexDigits(version.epoch()) + hex.toHexDigits(version.counter());
  }

  /** Comes right behind the log entry of that version. */
  public static String behind(Version version) {
    return log(version) + "0";
  }

  /** Of a missing object. */
  public static String missing(ObjectId object) {
    return MISSING + HexFormat.of().toHexDigits(object.position()) + ":" + object.name();
  }

  /** The object of such a key. */
  public static ObjectId missingObject(String key) {
    int start = MISSING.length();
    int position = Integer.parseUnsignedInt(key.substring(start, start + 8), 16);
    return new ObjectId(Integer.reverse(position), key.substring(start + 9));
  }
}
