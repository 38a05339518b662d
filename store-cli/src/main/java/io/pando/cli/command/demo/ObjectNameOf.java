package io.pando.cli.command.demo;

import io.pando.cli.command.UserError;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Object name for a file of a folder. File names are bytes; object names are UTF-8. The text of a
 * {@link Path} depends on the locale and has one character for all bytes that do not fit, so two
 * files could become one object; the path's URI keeps the bytes.
 */
final class ObjectNameOf {
  private ObjectNameOf() {}

  /** The path below the folder; throws {@link UserError} if it is not valid UTF-8. */
  static String file(Path folder, Path file) {
    String above = folder.toUri().getRawPath();
    String all = file.toUri().getRawPath();
    String below = all.substring(above.endsWith("/") ? above.length() : above.length() + 1);
    byte[] bytes = bytes(below);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw UserError.failed(
          folder
              + ": the name of the file "
              + below
              + " (bytes in hexadecimal after each %) is not valid UTF-8, as object "
              + "names must be. Rename it, for example with: convmv -f latin1 -t utf8");
    }
  }

  private static byte[] bytes(String escaped) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        bytes.write(Integer.parseInt(escaped, i + 1, i + 3, 16));
        i += 2;
      } else {
        bytes.write(escaped.charAt(i));
      }
    }
    return bytes.toByteArray();
  }
}
