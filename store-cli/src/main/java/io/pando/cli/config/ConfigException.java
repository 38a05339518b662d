package io.pando.cli.config;

import java.nio.file.Path;

/**
 * A configuration is invalid; the message names the file, the line, the key and the remedy.
 * Unchecked, since the commands leave it to the program to report it.
 */
public final class ConfigException extends RuntimeException {
  private final String key;
  private final String problem;

  /** Creates the exception for a problem of the file as a whole. */
  public ConfigException(String message) {
    super(message);
    this.key = "";
    this.problem = message;
  }

  ConfigException(Path file, String key, String problem) {
    super(file + ": " + key + ": " + problem);
    this.key = key;
    this.problem = problem;
  }

  private ConfigException(Path file, int line, ConfigException cause) {
    super(file + ": line " + line + ": " + cause.key + ": " + cause.problem, cause);
    this.key = cause.key;
    this.problem = cause.problem;
  }

  /** The same exception with the line of its key, if the key is in the text. */
  ConfigException in(Path file, String text) {
    int line = key.isEmpty() ? 0 : KeyLine.of(key, text);
    return line == 0 ? this : new ConfigException(file, line, this);
  }
}
