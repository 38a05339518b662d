package io.pando.cli.command.mount;

import io.pando.cli.command.UserError;

/**
 * What is mounted: {@code FS}, or {@code FS:/PATH} for a directory of it.
 *
 * @param fileSystem name of the file system
 * @param path from its root, beginning with a slash
 */
record MountTarget(String fileSystem, String path) {
  static MountTarget parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String path = colon < 0 ? "/" : text.substring(colon + 1);
    if (name.isEmpty()) {
      throw UserError.usage("a file system's name is expected before ':' in '" + text + "'");
    }
    if (!path.isEmpty() && !path.startsWith("/")) {
      throw UserError.usage(
          "the directory of a file system is a path from its root: write '%s:/%s'"
              .formatted(name, path));
    }
    return new MountTarget(name, path.isEmpty() ? "/" : path);
  }

  /** The name that tables of mounts show, which has neither blanks nor commas. */
  String shown() {
    String whole = path.equals("/") ? fileSystem : fileSystem + ":" + path;
    return whole.matches("[\\x21-\\x7e&&[^,\\\\]]{1,200}") ? whole : fileSystem;
  }

  @Override
  public String toString() {
    return path.equals("/") ? fileSystem : fileSystem + ":" + path;
  }
}
