package io.pando.client.engine;

import io.pando.id.ObjectId;

/** Checks names of objects, and computes lengths in UTF-8. */
final class ObjectNames {
  private ObjectNames() {}

  /** Throws unless the name is 1 to 2,048 bytes of UTF-8, and well-formed Unicode. */
  static String valid(String name, String pool, Exceptions exceptions) {
    long bytes = utf8Bytes(name, "object name in pool '" + pool + "'", exceptions);
    if (bytes == 0 || bytes > ObjectId.MAX_NAME_BYTES) {
      throw exceptions.invalidArgument(
          "object name in pool '"
              + pool
              + "' must be 1 to "
              + ObjectId.MAX_NAME_BYTES
              + " bytes of UTF-8, but is "
              + bytes);
    }
    return name;
  }

  /**
   * Length of the text in UTF-8; throws unless it is well-formed Unicode.
   *
   * @param what a description of the text, for the message
   */
  static long utf8Bytes(String text, String what, Exceptions exceptions) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else if (Character.isSurrogate(c)) {
        throw exceptions.invalidArgument(
            what + " is not well-formed Unicode: lone surrogate at index " + i);
      } else {
        bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
      }
    }
    return bytes;
  }
}
