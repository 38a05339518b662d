package io.pando.osd.pg.log;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.HexFormat;

/**
 * Keys of a group's own map in the store.
 *
 * <pre>
 *  index/dir/NNNNNNNN         IndexDirectory, some pages, its number in hexadecimal
 *  index/head                 IndexHead
 *  index/page/NNNNNNNNNNNNNNNN   IndexPage, its number in hexadecimal; read only when it is needed
 *  info                       GroupInfo
 *  lineage                    GroupLineage
 *  log/EEEEEEEEEEEEEEEECCCCCCCCCCCCCCCC   LogEntry, epoch and counter in hexadecimal;
 *                             those up to the info's tail are kept to recognise their requests
 *  scrub                      ScrubRecord, if the group's scrubbing was ever decided on
 *  undo/EEEEEEEEEEEEEEEECCCCCCCCCCCCCCCC   UndoRecord of an update that is not settled
 *  missing/PPPPPPPP:NAME      version the object should have, position in hexadecimal
 *  tree/head                  TreeHead
 *  tree/page/NNNNNNNN         TreePage, all leaves of a part, its number in hexadecimal
 *  tree/step/SSSSSSSSSSSSSSSS TreePage, leaves that changed, its sequence in hexadecimal
 * </pre>
 *
 * <p>A constant is a key, or the beginning of keys; one that ends with {@code _END} is the upper
 * bound of the keys that begin so.
 */
public final class MetaKeys {
  public static final String INFO = "info";
  public static final String LINEAGE = "lineage";
  public static final String SCRUB = "scrub";
  public static final String LOG = "log/";
  public static final String LOG_END = "log0";
  public static final String MISSING = "missing/";
  public static final String MISSING_END = "missing0";
  public static final String UNDO = "undo/";
  public static final String UNDO_END = "undo0";
  public static final String TREE_HEAD = "tree/head";
  public static final String TREE_PAGES = "tree/page/";
  public static final String TREE_STEPS = "tree/step/";
  public static final String TREE_STEPS_END = "tree/step0";
  public static final String INDEX = "index/";
  public static final String INDEX_END = "index0";
  public static final String INDEX_HEAD = "index/head";
  public static final String INDEX_DIRECTORIES = "index/dir/";
  public static final String INDEX_DIRECTORIES_END = "index/dir0";
  public static final String INDEX_PAGES = "index/page/";
  public static final String INDEX_PAGES_END = "index/page0";

  private MetaKeys() {}

  /** Key of one part of the version index's directory. */
  public static String indexDirectory(int number) {
    return INDEX_DIRECTORIES + HexFormat.of().toHexDigits(number);
  }

  /** Key of one page of the version index. */
  public static String indexPage(long number) {
    return INDEX_PAGES + HexFormat.of().toHexDigits(number);
  }

  /** Key of the log entry of that version. */
  public static String log(Version version) {
    HexFormat hex = HexFormat.of();
    return LOG + hex.toHexDigits(version.epoch()) + hex.toHexDigits(version.counter());
  }

  /** Upper bound of the keys of log entries up to that version. */
  public static String upperBound(Version version) {
    return log(version) + "0";
  }

  /** Key of the record by which the update of that version is taken back. */
  public static String undo(Version version) {
    HexFormat hex = HexFormat.of();
    return UNDO + hex.toHexDigits(version.epoch()) + hex.toHexDigits(version.counter());
  }

  /** Upper bound of the keys of such records up to that version. */
  public static String undoUpperBound(Version version) {
    return undo(version) + "0";
  }

  /** Key of a missing object. */
  public static String missing(ObjectId object) {
    return MISSING + HexFormat.of().toHexDigits(object.position()) + ":" + object.name();
  }

  /** The object of a missing object's key. */
  public static ObjectId missingObject(String key) {
    int start = MISSING.length();
    int position = Integer.parseUnsignedInt(key.substring(start, start + 8), 16);
    return new ObjectId(Integer.reverse(position), key.substring(start + 9));
  }

  /** Key of one page of the tree. */
  public static String treePage(int number) {
    return TREE_PAGES + HexFormat.of().toHexDigits(number);
  }

  /** Key of the leaves that changed at that number of the sequence. */
  public static String treeStep(long sequence) {
    return TREE_STEPS + HexFormat.of().toHexDigits(sequence);
  }
}
