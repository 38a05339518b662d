package io.pando.collect;

import java.util.Comparator;

/**
 * Orders strings as their UTF-8 bytes do, which is by code point. {@link String#compareTo} differs
 * for characters beyond the basic plane, and keys on disk are UTF-8.
 */
public enum Utf8Order implements Comparator<String> {
  INSTANCE;

  @Override
  public int compare(String a, String b) {
    int shared = Math.min(a.length(), b.length());
    for (int i = 0; i < shared; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean surrogateX = Character.isSurrogate(x);
        boolean surrogateY = Character.isSurrogate(y);
        if (surrogateX != surrogateY) {
          return surrogateX ? 1 : -1;
        }
        return Character.compare(x, y);
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
