package io.pando.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Files of examples that were once written and must be understood for ever, in {@code
 * src/test/resources/golden}: a line for each, of a name, the bytes in hexadecimal, and what they
 * mean. {@code -Dpando.golden=write} writes those that are missing. Until a first release, whoever
 * changes a record deletes its file and has it written anew; after that, a file is for ever, and a
 * changed format gets another version beside it.
 */
public final class Golden {
  /**
   * An example.
   *
   * @param meaning text of the record
   */
  public record Example(String name, String hex, String meaning) {
    private String line() {
      return name + "\t" + hex + "\t" + meaning.replaceAll("\\p{Cntrl}", "?");
    }
  }

  private Golden() {}

  /** The examples of a file. */
  public static List<Example> read(String file) {
    try {
      return Files.readAllLines(path(file)).stream()
          .map(line -> line.split("\t", 3))
          .map(parts -> new Example(parts[0], parts[1], parts[2]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file if that is asked for. */
  public static void write(String file, List<Example> examples) {
    if (!"write".equals(System.getProperty("pando.golden")) || Files.exists(path(file))) {
      return;
    }
    try {
      Files.createDirectories(path(file).toAbsolutePath().getParent());
      Files.write(path(file), examples.stream().map(Example::line).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A record's text as it stands in a file. */
  public static String meaning(Object record) {
    return record.toString().replaceAll("\\p{Cntrl}", "?");
  }

  private static Path path(String file) {
    return Path.of("src/test/resources/golden", file);
  }
}
