package io.pando.disk.file;

import io.pando.bytes.Payload;
import java.util.List;

/**
 * A change of a file. After a crash, steps are repeated from some step on. The result has the same
 * bytes, because each step sets the bytes it covers regardless of their contents. {@link Copy} is
 * the exception: it is durable at once, and does nothing if its target exists.
 */
sealed interface FileStep {
  /** Path of the file that the step changes. */
  String path();

  record Write(String path, long offset, Payload data) implements FileStep {}

  /** Zeros the bytes {@code from} to {@code to}, exclusive; they lie before the object's end. */
  record Zero(String path, long from, long to) implements FileStep {}

  record Truncate(String path, long size) implements FileStep {}

  record Delete(String path) implements FileStep {}

  /**
   * Makes the file a copy of another as it is after some steps.
   *
   * @param before steps on the other file that are not performed yet
   */
  record Copy(String path, String from, List<FileStep> before) implements FileStep {
    public Copy {
      before = List.copyOf(before);
    }
  }
}
