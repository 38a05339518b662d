package io.pando.client.fs.open;

import io.pando.fs.access.AccessCheck;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens files, and makes those that are to be opened. */
final class FileOpening {
  /** Bytes that a new file may have before the server is asked for more. */
  private static final long FIRST_RANGE = 4L << 20;

  /** Most tries to open a file that other clients make and remove again and again. */
  private static final int MOST_TRIES = 8;

  /** Changes the size of a file as {@link FsRequest.SetAttributes} says. */
  interface Sizes {
    void change(Caller caller, FsRequest.SetAttributes request, Consumer<FsAnswer> then);
  }

  private final FileParts parts;
  private final OpenTable table;
  private final FileGrants grants;
  private final Sizes sizes;

  FileOpening(FileParts parts, OpenTable table, FileGrants grants, Sizes sizes) {
    this.parts = parts;
    this.table = table;
    this.grants = grants;
    this.sizes = sizes;
  }

  void open(long call, Caller caller, FileCall.Open what) {
    if (!isValid(what.mode())) {
      parts.complete(call, FileOutcome.failed(FsError.EINVAL));
      return;
    }
    parts.execute(
        caller,
        new FsRequest.GetInode(what.ino()),
        answer -> onInode(call, caller, what.mode(), answer));
  }

  private static boolean isValid(OpenMode mode) {
    boolean changes = mode.truncates() || mode.appends();
    return (mode.reads() || mode.writes()) && (mode.writes() || !changes);
  }

  private void onInode(long call, Caller caller, OpenMode mode, FsAnswer answer) {
    if (!(answer instanceof FsAnswer.Found(Inode inode))) {
      parts.complete(call, new FileOutcome.Answered(answer));
      return;
    }
    FsError refused = refusal(caller, inode, mode);
    if (refused != null) {
      parts.complete(call, FileOutcome.failed(refused));
    } else if (mode.truncates()) {
      truncate(call, caller, mode, inode);
    } else {
      open(call, mode, inode);
    }
  }

  private static @Nullable FsError refusal(Caller caller, Inode inode, OpenMode mode) {
    return switch (inode.content()) {
      case InodeContent.Directory _ -> FsError.EISDIR;
      case InodeContent.Symlink _ -> FsError.ELOOP;
      case InodeContent.Special _ -> FsError.EOPNOTSUPP;
      case InodeContent.File _ -> {
        int things =
            (mode.reads() ? AccessCheck.READ : 0) + (mode.writes() ? AccessCheck.WRITE : 0);
        yield AccessCheck.allows(caller, inode, things) ? null : FsError.EACCES;
      }
    };
  }

  private void truncate(long call, Caller caller, OpenMode mode, Inode inode) {
    sizes.change(
        caller,
        new FsRequest.SetAttributes(inode.ino(), InodeChange.ofSize(0)),
        answer -> {
          if (answer instanceof FsAnswer.Found(Inode truncated)) {
            open(call, mode, truncated);
          } else {
            fail(call, answer);
          }
        });
  }

  /** The change may be done, but the file is gone since: then there is nothing to open. */
  private void fail(long call, FsAnswer answer) {
    FsError error = answer instanceof FsAnswer.Failed(FsError it) ? it : FsError.ESTALE;
    parts.complete(call, FileOutcome.failed(error));
  }

  private void open(long call, OpenMode mode, Inode inode) {
    boolean known = table.find(inode.ino()) != null;
    OpenFile file = table.obtain(inode.ino());
    if (!known) {
      grants.begin(file);
    }
    if (inode.content() instanceof InodeContent.File content) {
      if (!parts.client().isAhead(inode.ino())) {
        file.layout = content.layout();
      }
      file.ages = FileAges.of(inode.times());
    }
    FileHandle handle = table.open(file, mode);
    parts.client().open(parts.now().nanos(), inode.ino(), FileHandle.needed(mode));
    parts.complete(call, new FileOutcome.Opened(handle.number, inode));
    table.stir(file);
  }

  // Files that are to be made

  void create(long call, Caller caller, FileCall.Create what) {
    boolean valid = what.file().content() instanceof FsRequest.NewContent.NewFile;
    if (!valid || !isValid(what.mode())) {
      parts.complete(call, FileOutcome.failed(FsError.EINVAL));
      return;
    }
    make(call, caller, what.mode().writes() ? written(what) : what, 1);
  }

  /** The server grants with the answer what it takes to write the file. */
  private static FileCall.Create written(FileCall.Create what) {
    NewName file = what.file();
    return new FileCall.Create(
        new NewName(
            file.directory(),
            file.name(),
            file.mode(),
            file.mask(),
            new FsRequest.NewContent.NewWritten(null, FIRST_RANGE)),
        what.exclusive(),
        what.mode());
  }

  private void make(long call, Caller caller, FileCall.Create what, int tries) {
    parts.make(
        caller,
        what.file(),
        answer -> {
          boolean exists =
              answer instanceof FsAnswer.Failed(FsError error) && error == FsError.EEXIST;
          if (answer instanceof FsAnswer.Found(Inode inode)) {
            open(call, what.mode(), inode);
          } else if (exists && !what.exclusive() && tries < MOST_TRIES) {
            openExisting(call, caller, what, tries);
          } else {
            fail(call, answer);
          }
        });
  }

  private void openExisting(long call, Caller caller, FileCall.Create what, int tries) {
    parts.execute(
        caller,
        new FsRequest.Lookup(what.file().directory(), what.file().name()),
        answer -> {
          if (answer instanceof FsAnswer.Failed(FsError error) && error == FsError.ENOENT) {
            make(call, caller, what, tries + 1);
          } else {
            onInode(call, caller, what.mode(), answer);
          }
        });
  }
}
