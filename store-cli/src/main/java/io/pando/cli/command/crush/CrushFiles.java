package io.pando.cli.command.crush;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.crush.CrushMap;
import io.pando.crush.model.InvalidCrushMapException;
import io.pando.crush.text.CrushSyntaxException;
import io.pando.crush.text.CrushText;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** CRUSH maps in text files; the name {@code -} stands for standard input or output. */
record CrushFiles(CommandContext context) {
  String readText(Path file) throws IOException {
    if (file.toString().equals("-")) {
      return new String(context.console().in().readAllBytes(), StandardCharsets.UTF_8);
    }
    try {
      return Files.readString(file);
    } catch (MalformedInputException binary) {
      throw UserError.failed(
          file + ": is not text. Pando reads CRUSH maps in text form, as crushtool -d writes them");
    }
  }

  CrushMap read(Path file) throws IOException {
    String text = readText(file);
    try {
      return CrushText.parse(text);
    } catch (CrushSyntaxException | InvalidCrushMapException problem) {
      throw UserError.failed(file + ": " + problem.getMessage());
    }
  }

  /**
   * Writes text to a file, or to standard output; with JSON output, standard output gets an object
   * with the text.
   */
  void write(Path file, String text) throws IOException {
    if (file.toString().equals("-") && context.json()) {
      context.printJson(new Json().put("crush_map", text));
    } else if (file.toString().equals("-")) {
      context.console().out().print(text);
    } else {
      Files.writeString(file, text);
    }
  }
}
