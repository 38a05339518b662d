package io.pando.cli.command.object;

import io.pando.bytes.Payload;
import io.pando.cli.command.CommandContext;
import io.pando.cli.output.Console;
import io.pando.cli.output.Json;
import io.pando.cli.output.PrintableNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Converts values between the command line and the cluster. */
final class Bytes {
  private Bytes() {}

  /** Value of an argument: its UTF-8 bytes, or standard input if it is {@code -}. */
  static byte[] ofArgument(Console console, String text) throws IOException {
    return text.equals("-") ? console.in().readAllBytes() : text.getBytes(StandardCharsets.UTF_8);
  }

  /** Prints a value: unchanged, with a line end if it is text; in JSON with its name. */
  static void print(CommandContext context, String name, Payload value) {
    if (context.json()) {
      context.printJson(json(name, value));
      return;
    }
    byte[] bytes = value.toByteArray();
    context.console().out().write(bytes, 0, bytes.length);
    if (isText(value)) {
      context.console().out().println();
    }
  }

  /** Prints names one at a time, since there may be many; in JSON with their values. */
  static void print(CommandContext context, Iterable<Map.Entry<String, Payload>> entries) {
    List<Json> values = new ArrayList<>();
    for (Map.Entry<String, Payload> entry : entries) {
      if (context.json()) {
        values.add(json(entry.getKey(), entry.getValue()));
      } else {
        context.print(PrintableNames.name(entry.getKey()));
      }
    }
    if (context.json()) {
      context.printJson(values);
    }
  }

  /** A name with its value: as text, or in base64 if it is not text. */
  private static Json json(String name, Payload value) {
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
