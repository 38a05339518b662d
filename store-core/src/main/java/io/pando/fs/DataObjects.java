package io.pando.fs;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/** The objects that have the bytes of files. */
public final class DataObjects {
  /** Objects have numbers below this one, since their names have eight digits for it. */
  public static final long MOST_OBJECTS = 1L << 32;

  private DataObjects() {}

  /**
   * Name of an object of a file: the number of the inode in hexadecimal, a full stop, and the
   * number of the object in the file in eight hexadecimal digits.
   *
   * @param object 0 to {@link #MOST_OBJECTS} − 1
   */
  public static String name(Ino ino, long object) {
    if (object < 0 || object >= MOST_OBJECTS) {
      throw new IllegalArgumentException("a file has no object " + object);
    }
    return ino + String.format(Locale.ROOT, ".%08x", object);
  }

  /** Whether this is the name of the first object of a file. */
  public static boolean isFirst(String name) {
    return name.endsWith(".00000000");
  }

  /**
   * Size of a file by the sizes of its objects: for a server whose client failed before it told how
   * far it had written. All objects up to the offset to which the client was allowed to write must
   * be looked at: {@link FileLayout#objects}.
   *
   * @param known size that the file has at least
   * @param objects bytes of each object that exists, by its number
   */
  public static long sizeOfFile(FileLayout layout, long known, SortedMap<Long, Long> objects) {
    long size = known;
    for (Map.Entry<Long, Long> object : objects.entrySet()) {
      size = Math.max(size, layout.fileBytes(object.getKey(), object.getValue()));
    }
    return size;
  }
}
