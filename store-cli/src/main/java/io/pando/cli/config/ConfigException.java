package io.pando.cli.config;

import java.nio.file.Path;

/** A configuration cannot be used; the message names the file, the key and what to do. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1;

  /** A problem with the file as a whole. */
  public ConfigException(String message) {
    super(message);
  }

  ConfigException(Path file, String key, String problem) {
    super(file + ": " + key + ": " + problem);
  }
}
