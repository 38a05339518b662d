package io.pando.mds.serve;

import io.pando.fs.Ino;
import io.pando.message.FileMessage;
import java.util.function.Consumer;

/**
 * What sessions tell of files, in the order in which they told it: a file that was truncated is cut
 * first.
 */
final class ToldFiles {
  private final WrittenFiles written;
  private final CutFiles cutFiles;
  private final StrayPurge purge;

  ToldFiles(WrittenFiles written, CutFiles cutFiles, StrayPurge purge) {
    this.written = written;
    this.cutFiles = cutFiles;
    this.purge = purge;
  }

  /** A session told what it keeps and wants of an inode, or asks whether that is durable. */
  void onMessage(Moment now, long session, FileMessage message) {
    switch (message) {
      case FileMessage.UpdateCapabilities update ->
          inOrder(now, update.ino(), then -> written.onUpdate(then, session, update));
      case FileMessage.AskJournal ask ->
          inOrder(now, ask.ino(), _ -> written.onAsked(session, ask));
      default -> throw new IllegalArgumentException("tells nothing of a file: " + message);
    }
  }

  private void inOrder(Moment now, Ino ino, Consumer<Moment> told) {
    written.inOrder(
        now,
        then -> {
          if (cutFiles.isUncut(ino) && !purge.isBegun(ino)) {
            cutFiles.cut(ino, (later, _) -> told.accept(later));
          } else {
            told.accept(then);
          }
        });
  }
}
