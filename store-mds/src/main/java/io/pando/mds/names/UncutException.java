package io.pando.mds.names;

import io.pando.fs.Ino;

/** A file has to be cut before a request can be executed. */
final class UncutException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Ino file;

  UncutException(Ino file) {
    super("file " + file, null, false, false);
    this.file = file;
  }

  Ino file() {
    return file;
  }
}
