package io.pando.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Location of the configuration: the file named on the command line, else the one in {@code
 * PANDO_CONF}, else that of the cluster last started by {@code pando up}, which is stored in the
 * user's home.
 *
 * @param pointer file that holds the path of the last cluster's configuration
 * @param variable value of {@code PANDO_CONF}; null if it is not set
 */
public record ConfigLocation(Path pointer, @Nullable String variable) {
  /** The location for this process. */
  public static ConfigLocation ofProcess() {
    Path pointer = Path.of(System.getProperty("user.home", "."), ".pando", "last");
    String variable = System.getenv("PANDO_CONF");
    return new ConfigLocation(pointer, variable == null || variable.isBlank() ? null : variable);
  }

  /** The file to read; {@code given} is the command line's choice. */
  public Path find(@Nullable Path given) {
    if (given != null) {
      return given;
    }
    if (variable != null) {
      return Path.of(variable);
    }
    return last()
        .orElseThrow(() ->
            new ConfigException(
                "no cluster is known. Start one with: pando up"
                    + " - or name its configuration with -c FILE or PANDO_CONF"));
  }

  /** Makes commands use the cluster of that file from now on. */
  public void remember(Path file) throws IOException {
    Path folder = pointer.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(pointer, file.toAbsolutePath().normalize() + "\n");
  }

  private Optional<Path> last() {
    try {
      String text = Files.readString(pointer).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    } catch (NoSuchFileException never) {
      return Optional.empty();
    } catch (IOException failure) {
      throw new ConfigException(pointer + ": cannot be read: " + failure.getMessage());
    }
  }
}
