package io.pando.cli.config;

import java.nio.file.Path;

/** A configuration is invalid; the message names the file, the key and the remedy. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1;

  /** Creates the exception for a problem of the file as a whole. */
  public ConfigException(String message) {
    super(message);
  }

  ConfigException(Path file, String key, String problem) {
    super(file + ": " + key + ": " + problem);
  }
}
