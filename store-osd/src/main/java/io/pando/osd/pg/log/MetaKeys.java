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
 *  missing/PPPPPPPP:NAME      version the object should have, position in hexadecimal
 *  tree/head                  TreeHead
 *  tree/page/NNNNNNNN         TreePage, all leaves of a part, its number in hexadecimal
 *  tree/step/SSSSSSSSSSSSSSSS TreePage, leaves that changed, its sequence in hexadecimal
 * </pre>
 */
public final class MetaKeys {
  /** Key of the group's info. */
  public static final String INFO = "info";

  /** Key of the number of groups by which the group was split or merged last. */
  public static final String LINEAGE = "lineage";

  /** Key of the group's scrub record. */
  public static final String SCRUB = "scrub";

  /** Prefix of the keys of log entries. */
  public static final String LOG = "log/";

  /** Upper bound of the keys of log entries. */
  public static final String LOG_END = "log0";

  /** Prefix of the keys of missing objects. */
  public static final String MISSING = "missing/";

  /** Upper bound of the keys of missing objects. */
  public static final String MISSING_END = "missing0";

  /** Key of the hash tree's head. */
  public static final String TREE_HEAD = "tree/head";

  /** Prefix of the keys of the tree's pages. */
  public static final String TREE_PAGES = "tree/page/";

  /** Prefix of the keys of changes to the tree. */
  public static final String TREE_STEPS = "tree/step/";

  /** Upper bound of the keys of changes to the tree. */
  public static final String TREE_STEPS_END = "tree/step0";

  /** Prefix of all keys of the version index. */
  public static final String INDEX = "index/";

  /** Upper bound of all keys of the version index. */
  public static final String INDEX_END = "index0";

  /** Key of the version index's head, which tells the versions that it covers. */
  public static final String INDEX_HEAD = "index/head";

  /** Prefix of the keys of the version index's directory. */
  public static final String INDEX_DIRECTORIES = "index/dir/";

  /** Upper bound of the keys of the version index's directory. */
  public static final String INDEX_DIRECTORIES_END = "index/dir0";

  /** Prefix of the keys of the version index's pages. */
  public static final String INDEX_PAGES = "index/page/";

  /** Upper bound of the keys of the version index's pages. */
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
