package io.pando.client.fs.open;

import io.pando.bytes.ByteRange;
import io.pando.client.fs.data.DataEffect;
import io.pando.client.fs.data.DataInput;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes bytes and changes durable, and those of lazy files visible. Bytes are written, and it is
 * waited for that all changes are durable. The size needs no record: a server finds it by the
 * objects, should this client fail, and asks this client otherwise; or it is told when the file is
 * closed. But objects may not show the size if a hole was made over the end before that was
 * written, or if the size was set: then the server is told, and it is waited for that its journal
 * has it.
 */
final class FileSyncs {
  private final FileParts parts;
  private final OpenTable table;

  FileSyncs(FileParts parts, OpenTable table) {
    this.parts = parts;
    this.table = table;
  }

  /** What of a file is still open when its calls have ended. */
  private final class Ending {
    private final long call;
    private final FileHandle handle;

    Ending(long call, FileHandle handle) {
      this.call = call;
      this.handle = handle;
      handle.calls++;
    }

    void end(FileOutcome outcome) {
      handle.calls--;
      table.stir(handle.file);
      parts.complete(call, handle.file.dead ? FileOutcome.failed(FsError.EIO) : outcome);
    }
  }

  void sync(long call, FileHandle handle) {
    Ending ending = new Ending(call, handle);
    parts.hurry(); // while the bytes are written, and some of a new file wait until it is durable
    handle.file.changes.afterAll(() ->
        writeAll(
            handle.file,
            () ->
                handle.file.tellHidden(
                    parts,
                    () ->
                        parts.sync(durable -> {
                          FsError error = handle.takeError();
                          ending.end(
                              error == null
                                  ? new FileOutcome.Answered(durable)
                                  : FileOutcome.failed(error));
                        }))));
  }

  /** Writes the dirty bytes of a file; an error is the file's then. */
  private void writeAll(OpenFile file, Runnable then) {
    if (!file.ready) {
      then.run();
      return;
    }
    parts.request(
        token -> new DataInput.Sync(token, file.ino),
        effect -> {
          if (effect instanceof DataEffect.Failed(long _, FsError error)) {
            file.lost(error);
          }
          then.run();
        });
  }

  private void tell(OpenFile file) {
    if (file.ready && file.record != null) {
      parts.tell(file.ino);
    }
  }

  /**
   * Writes all dirty bytes, and waits until everything is durable. Fails once if bytes of any file
   * were lost since the last time.
   */
  void syncAll(Consumer<@Nullable FsError> then) {
    parts.hurry();
    List<OpenFile> files = table.files();
    Counter left = new Counter(files.size(), then);
    for (OpenFile file : files) {
      long errors = file.errors;
      Runnable told = () -> left.ended(file.errors > errors || file.dead ? FsError.EIO : null);
      Runnable ended =
          () -> {
            // The session may end after that.
            tell(file);
            file.tellHidden(parts, told);
          };
      file.changes.afterAll(() -> writeAll(file, ended));
    }
    left.ended(null);
  }

  /** Counts files down, and then waits for the server. */
  private final class Counter {
    private final Consumer<@Nullable FsError> then;
    private int files;
    private @Nullable FsError error;

    Counter(int files, Consumer<@Nullable FsError> then) {
      this.files = files + 1;
      this.then = then;
    }

    void ended(@Nullable FsError why) {
      error = why == null ? error : why;
      files--;
      if (files == 0) {
        parts.sync(answer -> {
          FsError first = table.takeLoss() ? FsError.EIO : error;
          FsError lost = answer instanceof FsAnswer.Failed(FsError it) ? it : null;
          then.accept(first == null ? lost : first);
        });
      }
    }
  }

  // Lazy files

  void propagate(long call, FileHandle handle, ByteRange range) {
    OpenFile file = handle.file;
    Ending ending = new Ending(call, handle);
    if (!file.ready) {
      ending.end(FileOutcome.DONE);
      return;
    }
    parts.request(
        token -> new DataInput.Flush(token, file.ino, range),
        _ -> {
          tell(file);
          ending.end(FileOutcome.DONE);
        });
  }

  void synchronize(long call, FileHandle handle, ByteRange range) {
    OpenFile file = handle.file;
    Ending ending = new Ending(call, handle);
    if (file.ready) {
      parts.step(new DataInput.Invalidated(file.ino, range));
    }
    parts.inodeAtServer(
        file.ino,
        answer -> {
          InodeContent.File content = FileParts.fileOf(answer);
          boolean counts = file.ready && !file.resizing;
          if (counts && content != null && content.size() > parts.data().sizeOf(file.ino)) {
            parts.step(new DataInput.Resized(file.ino, content.size()));
          }
          ending.end(
              answer instanceof FsAnswer.Failed
                  ? new FileOutcome.Answered(answer)
                  : FileOutcome.DONE);
        });
  }
}
