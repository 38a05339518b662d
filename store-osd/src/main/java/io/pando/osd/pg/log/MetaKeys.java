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
  /** Of the group's info. */
  public static final String INFO = "info";

  /** Of the number of groups under which the group was divided. */
  public static final String LINEAGE = "lineage";

  /** Of how far its scrubbing is. */
  public static final String SCRUB = "scrub";

  /** Begins the keys of log entries. */
  public static final String LOG = "log/";

  /** Comes behind the keys of all log entries. */
  public static final String LOG_END = "log0";

  /** Begins the keys of missing objects. */
  public static final String MISSING = "missing/";

  /** Comes behind the keys of all missing objects. */
  public static final String MISSING_END = "missing0";

  /** How the hash tree is stored. */
  public static final String TREE_HEAD = "tree/head";

  /** Begins the keys of parts of the tree. */
  public static final String TREE_PAGES = "tree/page/";

  /** Comes behind the keys of all parts of the tree. */
  public static final String TREE_PAGES_END = "tree/page0";

  /** Begins the keys of what changed in the tree. */
  public static final String TREE_STEPS = "tree/step/";

  /** Comes behind the keys of all that changed in the tree. */
  public static final String TREE_STEPS_END = "tree/step0";

  /** Begins the keys of all of the version index. */
  public static final String INDEX = "index/";

  /** Comes behind the keys of all of the version index. */
  public static final String INDEX_END = "index0";

  /** How far the version index tells. */
  public static final String INDEX_HEAD = "index/head";

  /** Begins the keys of parts of the version index's directory. */
  public static final String INDEX_DIRECTORIES = "index/dir/";

  /** Comes behind the keys of all parts of the directory. */
  public static final String INDEX_DIRECTORIES_END = "index/dir0";

  /** Begins the keys of the version index's pages. */
  public static final String INDEX_PAGES = "index/page/";

  /** Comes behind the keys of all pages of the version index. */
  public static final String INDEX_PAGES_END = "index/page0";

  private MetaKeys() {}

  /** Of a part of the version index's directory. */
  public static String indexDirectory(int number) {
    return INDEX_DIRECTORIES + HexFormat.of().toHexDigits(number);
  }

  /** Of a page of the version index. */
  public static String indexPage(long number) {
    return INDEX_PAGES + HexFormat.of().toHexDigits(number);
  }

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

  /** Of a part of the tree. */
  public static String treePage(int number) {
    return TREE_PAGES + HexFormat.of().toHexDigits(number);
  }

  /** Of the leaves that had changed at that number of the sequence. */
  public static String treeStep(long sequence) {
    return TREE_STEPS + HexFormat.of().toHexDigits(sequence);
  }
}
