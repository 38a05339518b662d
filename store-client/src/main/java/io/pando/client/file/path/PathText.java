package io.pando.client.file.path;

import io.pando.fs.EntryName;
import io.pando.fs.request.FsError;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Paths as bytes, and their parts. */
final class PathText {
  /** Longest path in bytes: {@code PATH_MAX} of Linux without the zero behind it. */
  static final int MOST_BYTES = 4_095;

  private PathText() {}

  /** The bytes of a path. Fails as system calls do with paths that none can be. */
  static byte[] bytes(String path) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(path));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      refuse(bytes.length == 0, FsError.ENOENT);
      refuse(bytes.length > MOST_BYTES, FsError.ENAMETOOLONG);
      refuse(path.indexOf('\0') >= 0, FsError.EINVAL);
      return bytes;
    } catch (CharacterCodingException half) {
      throw new CallFailure(FsError.EINVAL);
    }
  }

  private static void refuse(boolean condition, FsError error) {
    if (condition) {
      throw new CallFailure(error);
    }
  }

  static boolean isAbsolute(byte[] path) {
    return path[0] == '/';
  }

  static boolean endsWithSlash(byte[] path) {
    return path[path.length - 1] == '/';
  }

  /** The parts between slashes, without empty ones. */
  static List<byte[]> parts(byte[] path) {
    List<byte[]> parts = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= path.length; i++) {
      if (i == path.length || path[i] == '/') {
        if (i > from) {
          parts.add(Arrays.copyOfRange(path, from, i));
        }
        from = i + 1;
      }
    }
    return parts;
  }

  static boolean isDot(byte[] part) {
    return part.length == 1 && part[0] == '.';
  }

  static boolean isDotDot(byte[] part) {
    return part.length == 2 && part[0] == '.' && part[1] == '.';
  }

  /** A part, which is neither "." nor "..", as a name. */
  static EntryName name(byte[] part) {
    refuse(part.length > EntryName.MOST_BYTES, FsError.ENAMETOOLONG);
    return EntryName.of(part);
  }

  /** The path of an entry of a directory. */
  static String join(String directory, String name) {
    return directory.endsWith("/") ? directory + name : directory + "/" + name;
  }
}
