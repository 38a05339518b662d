package io.pando.client.fs.open;

import io.pando.client.fs.FileEffect;
import io.pando.client.fs.data.DataInput;
import io.pando.fs.CapabilitySet;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What may be done with the bytes of files, from the client to the machine for bytes. Capabilities
 * that are lost are taken at once; they are confirmed when dirty bytes are written and cached ones
 * dropped, here and outside. Those that are gained are given after the size is known, which others
 * may have changed until then.
 *
 * <p>The size has to be known before bytes are cached. Without caches a lower bound is enough: so
 * clients that write together do not ask for the size, which would make each other stop. Sizes only
 * grow while this client has a capability that prevents truncation by others: then the larger one
 * of both counts, since the server does not know all that this client wrote. If it had none for a
 * moment, the server's counts.
 */
final class FileGrants {
  private final FileParts parts;
  private final OpenTable table;

  /** Invalidations by token that caches outside of the client have not answered. */
  private final Map<Long, Ino> drops = new TreeMap<>();

  /** Whether objects refuse this session, and the client does not know it yet. */
  private boolean fenced;

  FileGrants(FileParts parts, OpenTable table) {
    this.parts = parts;
    this.table = table;
  }

  // From the client

  void onUse(FileEffect.Use use) {
    OpenFile file = table.find(use.ino());
    if (file != null) {
      CapabilitySet usable = use.capabilities().intersection(OpenFile.DATA);
      if (!usable.containsAll(file.usable)) {
        file.epoch++;
      }
      if (!OpenFile.meet(usable, OpenFile.UNCUT)) {
        file.cut();
      }
      file.usable = usable;
      file.writableTo = use.writableTo();
      reconcile(file);
    }
  }

  void onFlush(FileEffect.Flush flush) {
    confirm(flush.ino(), flush.token());
  }

  void onInvalidate(FileEffect.Invalidate drop) {
    Caches caches = drop.caches();
    drops.put(drop.token(), drop.ino());
    parts.emit(new OpenFilesEffect.Drop(drop.token(), drop.ino(), caches));
  }

  /** A cache outside of the client dropped what it had to drop. */
  void onDropped(long token) {
    Ino ino = drops.remove(token);
    if (ino != null) {
      confirm(ino, token);
    }
  }

  /** Confirms, when the machine for bytes has given up what it had to. */
  private void confirm(Ino ino, long token) {
    OpenFile file = table.find(ino);
    if (file != null && file.revoking > 0) {
      file.confirmations.add(token);
      return;
    }
    parts.confirm(ino, token);
    if (file != null) {
      settle(file);
      table.stir(file);
    }
  }

  /** What the client knew alone was told with the capabilities that it gave up. */
  private void settle(OpenFile file) {
    if (!parts.isAwaited(file.ino)) {
      file.unsized |= !OpenFile.meet(file.usable, OpenFile.UNCUT);
      if (!OpenFile.meet(file.usable, OpenFile.CHANGES)) {
        file.record = null;
      }
    }
  }

  void dropClean() {
    for (OpenFile file : table.files()) {
      if (file.ready) {
        parts.step(new DataInput.Invalidated(file.ino, OpenFile.ALL_BYTES));
      }
    }
  }

  // To the machine for bytes

  /** A file was opened: what may be used of it already. */
  void begin(OpenFile file) {
    file.usable = parts.client().usable(file.ino).intersection(OpenFile.DATA);
    file.writableTo = parts.client().writableTo(file.ino);
  }

  /** Takes new capabilities, and gives lost ones up. */
  void reconcile(OpenFile file) {
    take(file);
    if (!OpenFile.meet(file.usable, OpenFile.CHANGES) || file.writableTo >= file.asked) {
      file.asked = 0;
    }
    boolean complete =
        file.ready
            && !file.unsized
            && file.given.equals(file.usable)
            && file.givenTo == file.writableTo;
    if (complete || !mayGive(file)) {
      return;
    }
    FileLayout layout = file.layout;
    if (layout != null && !needsSize(file)) {
      grant(file, layout, 0);
    } else if (file.fetching != file.epoch) {
      fetch(file);
    }
  }

  private boolean mayGive(OpenFile file) {
    boolean usable = !file.dead && file.failure == null && !file.usable.isEmpty();
    return usable && !fenced && !file.resizing && !table.isLeaving(file.ino);
  }

  private static boolean needsSize(OpenFile file) {
    return OpenFile.meet(file.usable, OpenFile.SIZED)
        && (file.unsized || !OpenFile.meet(file.given, OpenFile.SIZED));
  }

  private void take(OpenFile file) {
    CapabilitySet left = file.given.intersection(file.usable);
    if (left.equals(file.given)) {
      return;
    }
    file.given = left;
    if (file.ready) {
      file.revoking++;
      parts.request(token -> new DataInput.Revoked(token, file.ino, left), _ -> onRevoked(file));
    }
  }

  private void onRevoked(OpenFile file) {
    file.revoking--;
    if (file.revoking == 0) {
      for (long token : List.copyOf(file.confirmations)) {
        parts.confirm(file.ino, token);
      }
      file.confirmations.clear();
      settle(file);
      table.stir(file);
    }
  }

  private void fetch(OpenFile file) {
    long epoch = file.epoch;
    file.fetching = epoch;
    parts.inode(
        file.ino,
        answer -> {
          if (file.fetching == epoch) {
            file.fetched();
          }
          table.stir(file);
          if (file.epoch == epoch && mayGive(file)) {
            onFetched(file, answer);
          }
        });
  }

  private void onFetched(OpenFile file, FsAnswer answer) {
    InodeContent.File content = FileParts.fileOf(answer);
    if (content == null || !(answer instanceof FsAnswer.Found found)) {
      file.failure = answer instanceof FsAnswer.Failed(FsError error) ? error : FsError.ESTALE;
      return;
    }
    file.ages = FileAges.of(found.inode().times());
    file.layout = content.layout();
    file.truncations = content.truncations();
    grant(file, content.layout(), content.size());
  }

  /**
   * Gives what is usable.
   *
   * @param least the size, or less if this client wrote behind that
   */
  private void grant(OpenFile file, FileLayout layout, long least) {
    if (file.ready) {
      long known = file.unsized ? 0 : parts.data().sizeOf(file.ino);
      file.reaches(least);
      resize(file, Math.max(least, known));
      parts.step(new DataInput.Granted(file.ino, file.usable, file.writableTo));
    } else {
      parts.step(new DataInput.Opened(file.ino, layout, least, file.usable, file.writableTo));
      file.ready = true;
      file.inData = true;
    }
    file.unsized = false;
    file.given = file.usable;
    file.givenTo = file.writableTo;
  }

  private void resize(OpenFile file, long size) {
    if (size != parts.data().sizeOf(file.ino)) {
      parts.step(new DataInput.Resized(file.ino, size));
    }
  }

  /**
   * The server said the size while this client had a capability, and was not about to set it: then
   * it may be the one before.
   *
   * @param cuts of the file when the server was asked
   * @return whether the size is known now
   */
  boolean learn(OpenFile file, long cuts, long size) {
    boolean counts =
        file.ready
            && !file.unsized
            && !file.resizing
            && file.cuts == cuts
            && OpenFile.meet(file.given, OpenFile.UNCUT);
    if (counts) {
      file.reaches(size);
      resize(file, Math.max(size, parts.data().sizeOf(file.ino)));
    }
    return counts;
  }

  // The end of a session

  /** Objects refuse the session: nothing can be done until the client has another one. */
  void onFenced() {
    fenced = true;
    end();
  }

  /** The session is over. */
  void onSessionLost() {
    fenced = false;
    drops.clear();
    end();
  }

  private void end() {
    for (OpenFile file : table.files()) {
      if (file.ready && parts.data().isDirty(file.ino)) {
        file.dead = true;
        table.lostBytes();
        table.remove(file);
        for (FileHandle handle : file.handles) {
          parts.client().close(parts.now().nanos(), file.ino, FileHandle.needed(handle.mode));
        }
      }
      file.given = CapabilitySet.NONE;
      file.ready = false;
      file.unsized = true;
      file.record = null;
      file.cut();
      file.asked = 0;
      file.failure = null;
      table.stir(file);
    }
    parts.endSession();
  }
}
