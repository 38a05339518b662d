package io.pando.disk.file;

import io.pando.bytes.Payload;
import java.util.List;

/**
 * What is to be done with a file. Done again from any one of them on, all that follow give the same
 * bytes again: each sets what it touches, whatever was there. The exception is {@link Copy}, and so
 * it is durable at once and does nothing if its target is there.
 */
sealed interface FileStep {
  /** The file it changes. */
  String path();

  record Write(String path, long offset, Payload data) implements FileStep {}

  /** Bytes that lie before the object's end, from one to another, not included. */
  record Zero(String path, long from, long to) implements FileStep {}

  record Truncate(String path, long size) implements FileStep {}

  record Delete(String path) implements FileStep {}

  /**
   * The file becomes what another is when the steps before are done.
   *
   * @param before steps of the other that are not done yet
   */
  record Copy(String path, String from, List<FileStep> before) implements FileStep {
    public Copy {
      before = List.copyOf(before);
    }
  }
}
