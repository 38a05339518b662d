package io.pando.disk.file;

import io.pando.disk.catalog.CatalogEntry;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files: a folder for every 1,024 numbers, the number that makes the name unique, and for
 * people as much of the object's name as any file system allows. The collection is not part of the
 * path, so objects can change their collection without touching a file.
 */
final class ObjectPath {
  private static final int NUMBERS_BITS = 10;
  private static final int NAME_CHARS = 80;
  private static final Pattern FORM = Pattern.compile("[0-9a-f]+/([0-9a-f]{16})-[A-Za-z0-9._-]*");

  private ObjectPath() {}

  static String of(CatalogEntry object) {
    String name = object.id().name();
    StringBuilder path = new StringBuilder(NAME_CHARS + 32);
    path.append(String.format("%06x/%016x-", object.number() >>> NUMBERS_BITS, object.number()));
    for (int i = 0; i < Math.min(name.length(), NAME_CHARS); i++) {
      char letter = name.charAt(i);
      path.append(isPlain(letter) ? letter : '_');
    }
    return path.toString();
  }

  private static boolean isPlain(char letter) {
    return "._-".indexOf(letter) >= 0 || (letter < 128 && Character.isLetterOrDigit(letter));
  }

  /** Number of the object that a file belongs to; empty if it belongs to none. */
  static OptionalLong number(String path) {
    Matcher form = FORM.matcher(path);
    return form.matches()
        ? OptionalLong.of(Long.parseUnsignedLong(form.group(1), 16))
        : OptionalLong.empty();
  }
}
