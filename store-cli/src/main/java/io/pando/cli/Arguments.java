package io.pando.cli;

import io.pando.cli.command.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The command line arguments as UTF-8, whatever the locale. The JVM decodes them by the locale and
 * substitutes U+FFFD for bytes that do not fit: two object names would become one.
 */
final class Arguments {
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private Arguments() {}

  /** Corrects the JVM's arguments by those that the operating system reports. */
  static String[] ofProcess(String[] decoded) throws IOException {
    boolean plain = Arrays.stream(decoded).allMatch(word -> word.chars().allMatch(c -> c < 0x80));
    if (plain) {
      return decoded;
    }
    byte[] raw = Files.isReadable(COMMAND_LINE) ? Files.readAllBytes(COMMAND_LINE) : new byte[0];
    return of(decoded, raw);
  }

  /**
   * The arguments in UTF-8; throws {@link UserError} if one of them is not valid UTF-8.
   *
   * @param raw all arguments of the process, each ended by a zero byte; empty if they are not known
   */
  static String[] of(String[] decoded, byte[] raw) {
    List<ByteBuffer> words = split(raw);
    if (words.size() < decoded.length) {
      for (String word : decoded) {
        if (word.indexOf('\ufffd') >= 0) {
          throw refused(word);
        }
      }
      return decoded;
    }
    return words.subList(words.size() - decoded.length, words.size()).stream()
        .map(Arguments::utf8)
        .toArray(String[]::new);
  }

  private static List<ByteBuffer> split(byte[] raw) {
    List<ByteBuffer> words = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] == 0) {
        words.add(ByteBuffer.wrap(raw, start, i - start));
        start = i + 1;
      }
    }
    return words;
  }

  private static String utf8(ByteBuffer word) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(word.duplicate()).toString();
    } catch (CharacterCodingException malformed) {
      throw refused(StandardCharsets.UTF_8.decode(word.duplicate()).toString());
    }
  }

  private static UserError refused(String shown) {
    return UserError.usage(
        "'"
            + shown
            + "' on the command line is not valid UTF-8, as object names must be: "
            + "choose another name, and pass a file with such a name on standard input");
  }
}
