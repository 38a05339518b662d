package io.pando.crush;

import io.pando.crush.text.CrushSyntaxException;
import io.pando.crush.text.CrushText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** Maps, mappings and hashes that Ceph 16.2.15's own tools and libraries produced. */
public final class CrushVectors {
  private CrushVectors() {}

  /** The names of the maps. */
  public static List<String> maps() {
    return List.of(
        "alg_list",
        "alg_straw",
        "alg_tree",
        "alg_uniform",
        "classes",
        "oldtun",
        "racks",
        "small",
        "small_plus",
        "zeros");
  }

  static CrushMap map(String name) {
    try {
      return CrushText.parse(text(name + ".txt"));
    } catch (CrushSyntaxException e) {
      throw new AssertionError(name, e);
    }
  }

  public static String text(String file) {
    try (InputStream in = open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of a file without comments; a file may be compressed. */
  public static List<String> lines(String file) {
    try (InputStream in = file.endsWith(".gz") ? new GZIPInputStream(open(file)) : open(file);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String file) {
    return Objects.requireNonNull(CrushVectors.class.getResourceAsStream("/crush/" + file), file);
  }
}
