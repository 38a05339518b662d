package io.pando.client.fs.open;

import io.pando.client.fs.data.DataInput;
import io.pando.fs.Capability;
import java.util.List;

/**
 * Closes handles and files. A handle gives up what it needed when its calls have ended. Dirty bytes
 * are written by the revocation that follows. A file without handles keeps its cached bytes while
 * the client may keep them, so that it is read without calls if it is opened once more.
 */
final class FileClosing {
  private final FileParts parts;
  private final OpenTable table;

  FileClosing(FileParts parts, OpenTable table) {
    this.parts = parts;
    this.table = table;
  }

  void close(FileHandle handle) {
    table.hide(handle);
    handle.closing = true;
    table.stir(handle.file);
  }

  /** Does what is left to do for a file. */
  void tidy(OpenFile file) {
    for (FileHandle handle : List.copyOf(file.handles)) {
      if (handle.closing && handle.calls == 0) {
        release(handle);
      }
    }
    if (file.dead) {
      leave(file);
    } else if (file.handles.isEmpty() && !isBusy(file) && table.find(file.ino) == file) {
      if (file.ready && file.usable.contains(Capability.CACHE)) {
        rest(file);
      } else {
        forget(file);
      }
    }
  }

  private void release(FileHandle handle) {
    OpenFile file = handle.file;
    file.handles.remove(handle);
    if (!file.dead) {
      parts.client().close(parts.now().nanos(), file.ino, FileHandle.needed(handle.mode));
    }
  }

  private boolean isBusy(OpenFile file) {
    return parts.isAwaited(file.ino)
        || file.revoking > 0
        || file.isBlocked()
        || file.isFetching()
        || (file.ready && parts.data().isDirty(file.ino));
  }

  private void rest(OpenFile file) {
    if (!table.isResting(file)) {
      // Programs that open it later know nothing of errors before.
      parts.request(token -> new DataInput.Sync(token, file.ino), _ -> {});
      table.rest(file).forEach(this::forget);
    }
  }

  private void forget(OpenFile file) {
    if (file.hidden != file.hiddenAndTold) {
      // A program may still ask for the size to be durable.
      if (!file.forgottenLater) {
        file.forgottenLater = true;
        file.tellHidden(
            parts,
            () -> {
              file.forgottenLater = false;
              table.stir(file);
            });
      }
      return;
    }
    table.remove(file);
    leave(file);
  }

  private void leave(OpenFile file) {
    if (file.inData) {
      file.inData = false;
      file.ready = false;
      table.leave(file.ino);
      parts.request(token -> new DataInput.Closed(token, file.ino), _ -> table.left(file.ino));
    }
  }
}
