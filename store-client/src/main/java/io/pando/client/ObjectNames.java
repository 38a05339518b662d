package io.pando.client;

import io.pando.id.ObjectId;

/** Which names an object can have. */
final class ObjectNames {
  private ObjectNames() {}

  /** Throws unless the name is 1 to 2,048 bytes of UTF-8, and well-formed Unicode. */
  static String valid(String name, String pool) {
    long bytes = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < name.length()
          && Character.isLowSurrogate(name.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else if (Character.isSurrogate(c)) {
        throw new PandoException.InvalidArgument(
            "object name in pool '"
                + pool
                + "' is not well-formed Unicode: lone surrogate at index "
                + i);
      } else {
        bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
      }
    }
    if (bytes == 0 || bytes > ObjectId.MAX_NAME_BYTES) {
      throw new PandoException.InvalidArgument(
          "object name in pool '"
              + pool
              + "' must be 1 to "
              + ObjectId.MAX_NAME_BYTES
              + " bytes of UTF-8, but is "
              + bytes);
    }
    return name;
  }
}
