package io.pando.format;

import io.pando.wire.MessageText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Golden files: encoded examples that must stay readable permanently, in {@code
 * src/test/resources/golden}. Each line has a name, the bytes in hexadecimal, and their meaning.
 * {@code -Dpando.golden=write} writes missing files. Before the first release, a change of a record
 * deletes its file and writes it again. After it, files never change, and a changed format gets
 * another version beside the old one.
 */
public final class Golden {
  /**
   * An example.
   *
   * @param meaning text of the record
   */
  public record Example(String name, String hex, String meaning) {
    /** Whether this is the text of the record. */
    public boolean means(Object record) {
      return withoutEnds(Golden.meaning(record)).equals(withoutEnds(meaning));
    }

    /** Names may contain brackets, so it is not always known which bracket ends a group. */
    private static String withoutEnds(String text) {
      return text.replace("]", "");
    }

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

  /** Writes a file if writing is enabled. */
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

  /**
   * Writes an example's meaning again with {@code -Dpando.golden=text}: the names of a record's
   * components have changed, and its bytes are still read.
   */
  public static void retell(String file, Example example, Object record) {
    if (!"text".equals(System.getProperty("pando.golden")) || example.means(record)) {
      return;
    }
    try {
      String old = Files.readString(path(file));
      Example told = new Example(example.name(), example.hex(), meaning(record));
      Files.writeString(path(file), old.replace(example.line(), told.line()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a record, as written in a file. */
  public static String meaning(Object record) {
    return MessageText.of(record).replaceAll("\\p{Cntrl}", "?");
  }

  private static Path path(String file) {
    return Path.of("src/test/resources/golden", file);
  }
}
