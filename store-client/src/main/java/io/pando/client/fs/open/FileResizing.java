package io.pando.client.fs.open;

import io.pando.client.fs.data.DataEffect;
import io.pando.client.fs.data.DataInput;
import io.pando.fs.Capability;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.probe.Probe;
import java.util.function.Consumer;

/**
 * Changes of the sizes of files whose bytes this client has. Writes of the file wait meanwhile,
 * because the server cuts objects off: first all writes end that have begun, then bytes behind the
 * new end are dropped, then the server changes the size. A client that is alone with a file makes
 * it longer by itself, as far as it may write.
 *
 * <p>A change by the server that makes a file longer has to be durable before the file is written
 * further: a successor of the server would execute it once more, and cut off bytes written since.
 * One that makes it shorter is durable when it is answered.
 */
final class FileResizing {
  /**
   * A change of the size.
   *
   * @param done takes the answer once
   */
  record Resize(Caller caller, FsRequest.SetAttributes request, Consumer<FsAnswer> done) {
    long size() {
      Long size = request.change().size();
      return size == null ? 0 : size;
    }
  }

  private static final String CAPABILITIES = "security.capability";

  private final FileParts parts;
  private final OpenTable table;

  FileResizing(FileParts parts, OpenTable table) {
    this.parts = parts;
    this.table = table;
  }

  /** Changes the size of a file when its turn has come. */
  void resize(OpenFile file, Resize resize) {
    file.resizes.add(resize);
    advance(file);
  }

  /** Begins with the next change, if nothing prevents it. */
  void advance(OpenFile file) {
    if (file.resizing || file.changing > 0 || file.resizes.isEmpty()) {
      return;
    }
    Resize next = file.resizes.remove();
    file.resizing = true;
    if (growsHere(file, next)) {
      lengthen(file, next);
    } else {
      resizeAtServer(file, next);
    }
  }

  /**
   * Whether this client alone decides about the size, and the file is to become no shorter: then
   * the size is one that a write could have left behind.
   */
  private boolean growsHere(OpenFile file, Resize resize) {
    return file.ready
        && parts.isServing()
        && !file.unsized
        && file.given.contains(Capability.BUFFER)
        && resize.request().change().equals(InodeChange.ofSize(resize.size()))
        && resize.size() >= parts.data().sizeOf(file.ino)
        && resize.size() <= file.givenTo;
  }

  private void lengthen(OpenFile file, Resize resize) {
    parts.inode(
        file.ino,
        answer -> {
          boolean certain =
              answer instanceof FsAnswer.Found(Inode inode)
                  && allows(resize.caller(), inode)
                  && keepsPrivileges(resize.caller(), inode);
          if (certain && growsHere(file, resize)) {
            Probe.reached("files: a file is made longer without the server");
            file.lengthen(parts, resize.size());
            parts.inode(file.ino, longer -> end(file, resize, longer));
          } else {
            resizeAtServer(file, resize);
          }
        });
  }

  /** Whether a change of the size takes nothing from the mode and the attributes. */
  private static boolean keepsPrivileges(Caller caller, Inode inode) {
    int identities = Permissions.SET_USER_ID | Permissions.SET_GROUP_ID;
    return caller.isSuperuser()
        || ((inode.permissions().mode() & identities) == 0
            && !inode.attributes().containsKey(CAPABILITIES));
  }

  private void resizeAtServer(OpenFile file, Resize next) {
    if (file.ready && file.record != null) {
      // The server cuts objects as far as it knows that there are bytes.
      parts.tell(file.ino);
    }
    file.cut();
    if (isCut(file, next)) {
      parts.inode(
          file.ino,
          answer -> {
            if (answer instanceof FsAnswer.Found(Inode inode) && allows(next.caller(), inode)) {
              cut(file, next);
            } else {
              // The server says why not.
              request(file, next, false);
            }
          });
    } else {
      request(file, next, false);
    }
  }

  private boolean isCut(OpenFile file, Resize resize) {
    return file.ready && resize.size() >= 0 && resize.size() < parts.data().sizeOf(file.ino);
  }

  /** As the server decides it. Bytes that are dropped here cannot be restored. */
  private static boolean allows(Caller caller, Inode inode) {
    return caller.isSuperuser()
        || caller.user() == inode.permissions().owner()
        || AccessCheck.allows(caller, inode, AccessCheck.WRITE);
  }

  private void cut(OpenFile file, Resize resize) {
    if (!isCut(file, resize)) {
      request(file, resize, false);
      return;
    }
    parts.request(
        token -> new DataInput.Truncate(token, file.ino, resize.size()),
        effect -> {
          if (effect instanceof DataEffect.Failed(long _, FsError error)) {
            end(file, resize, new FsAnswer.Failed(error));
          } else {
            request(file, resize, true);
          }
        });
  }

  private void request(OpenFile file, Resize resize, boolean cut) {
    parts.insist(
        resize.caller(),
        resize.request(),
        answer -> {
          if (answer instanceof FsAnswer.Failed) {
            onFailed(file, resize, answer, cut);
          } else {
            onDone(file, resize, answer);
          }
        });
  }

  private void onDone(OpenFile file, Resize resize, FsAnswer answer) {
    if (file.ready && !file.unsized && OpenFile.meet(file.given, OpenFile.UNCUT)) {
      parts.step(new DataInput.Resized(file.ino, resize.size()));
    }
    file.cut();
    InodeContent.File content = FileParts.fileOf(answer);
    if (content != null) {
      file.truncations = content.truncations();
    }
    parts.sync(durable -> {
      if (durable instanceof FsAnswer.Failed(FsError error)) {
        table.files().forEach(each -> each.lost(error));
      }
      end(file, resize, answer);
    });
  }

  /** The size is what it was before, but bytes may be gone. */
  private void onFailed(OpenFile file, Resize resize, FsAnswer answer, boolean cut) {
    if (!cut || !file.ready) {
      end(file, resize, answer);
      return;
    }
    parts.inodeAtServer(
        file.ino,
        now -> {
          InodeContent.File content = FileParts.fileOf(now);
          if (file.ready && content != null) {
            parts.step(new DataInput.Resized(file.ino, content.size()));
          }
          end(file, resize, answer);
        });
  }

  private void end(OpenFile file, Resize resize, FsAnswer answer) {
    file.resizing = false;
    file.cut();
    table.stir(file);
    resize.done().accept(answer);
  }
}
