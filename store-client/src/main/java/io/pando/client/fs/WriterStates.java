package io.pando.client.fs;

import io.pando.fs.Ino;
import io.pando.fs.session.FileState;
import org.jspecify.annotations.Nullable;

/** What the data path of a client knows of files that it reads and writes. */
@FunctionalInterface
public interface WriterStates {
  /** Size and times of a file that this client wrote; null for others. */
  @Nullable FileState stateOf(Ino ino);
}
