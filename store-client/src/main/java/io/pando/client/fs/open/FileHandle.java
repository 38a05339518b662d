package io.pando.client.fs.open;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.FsError;
import org.jspecify.annotations.Nullable;

/** A file as a program has it open. */
final class FileHandle {
  final long number;
  final OpenFile file;
  final OpenMode mode;

  /** Calls that have not ended. */
  int calls;

  /** Whether it is closed when its last call has ended. */
  boolean closing;

  /** Errors of the file that were told, or happened before it was opened. */
  private long seen;

  FileHandle(long number, OpenFile file, OpenMode mode) {
    this.number = number;
    this.file = file;
    this.mode = mode;
    this.seen = file.errors;
  }

  /** What a file that is open so needs, or can use. */
  static CapabilitySet needed(OpenMode mode) {
    CapabilitySet needed = CapabilitySet.NONE;
    if (mode.reads()) {
      needed = needed.union(CapabilitySet.of(Capability.READ, Capability.CACHE));
    }
    if (mode.writes()) {
      needed = needed.union(CapabilitySet.of(Capability.WRITE, Capability.BUFFER));
    }
    return mode.lazy() ? needed.union(CapabilitySet.of(Capability.LAZY)) : needed;
  }

  /** An error that this handle was not told yet; null if there is none. */
  @Nullable FsError takeError() {
    FsError news = seen < file.errors ? file.error : null;
    seen = file.errors;
    return news;
  }
}
