package io.pando.cli.command.object;

import io.pando.bytes.Payload;
import io.pando.cli.output.Console;
import io.pando.cli.output.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;

/** Converts values between the command line and the cluster. */
final class Bytes {
  private Bytes() {}

  /** Value of an argument: its UTF-8 bytes, or standard input if it is {@code -}. */
  static byte[] ofArgument(Console console, String text) throws IOException {
    return text.equals("-") ? console.in().readAllBytes() : text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a value unchanged, and ends the line if it is text. */
  static void print(Console console, Payload value) {
    byte[] bytes = value.toByteArray();
    console.out().write(bytes, 0, bytes.length);
    if (isText(value)) {
      console.out().println();
    }
  }

  /** Names with their values: as text, or in base64 if they are not text. */
  static List<Json> json(SortedMap<String, Payload> values) {
    List<Json> list = new ArrayList<>();
    values.forEach((name, value) -> list.add(json(name, value)));
    return list;
  }

  /** A name with its value. */
  static Json json(String name, Payload value) {
    Json json = new Json().put("name", name);
    return isText(value)
        ? json.put("value", value.toUtf8())
        : json.put("base64", Base64.getEncoder().encodeToString(value.toByteArray()));
  }

  private static boolean isText(Payload value) {
    try {
      ByteBuffer bytes = value.asByteBuffer();
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(bytes)
          .chars()
          .noneMatch(c -> c < ' ' && c != '\n' && c != '\t');
    } catch (CharacterCodingException binary) {
      return false;
    }
  }
}
