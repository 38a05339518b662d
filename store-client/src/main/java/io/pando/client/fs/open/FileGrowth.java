package io.pando.client.fs.open;

import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import java.util.function.Consumer;

/**
 * Asks the server to allow writing further. A server allows it behind the size that it is told, and
 * a little more; the inode says up to where. So a client first tells the size. If that is not
 * enough, because a write leaves a hole or is large, it claims the size that the file will have,
 * which the server takes as a wish, since the client could not write so far. If even that changes
 * nothing, a quota refuses it.
 */
final class FileGrowth {
  private static final int MOST_CLAIMS = 4;
  private static final long CLAIM_AGAIN_NANOS = 50_000_000;
  private static final long ASK_AGAIN_NANOS = 1_000_000_000;

  /** A server allows half of a step behind the size before it is asked. */
  private static final long SMALL_HALF_STEP = 2L << 20;

  private static final long LARGE_HALF_STEP = 32L << 20;

  /** Sizes that are told early differ by so much at least. */
  private static final long TELL_STEP = 1L << 20;

  private final FileParts parts;
  private final Consumer<OpenFile> refused;

  /**
   * No questions.
   *
   * @param refused is told of a file whose writes up to {@link OpenFile#asked} are refused
   */
  FileGrowth(FileParts parts, Consumer<OpenFile> refused) {
    this.parts = parts;
    this.refused = refused;
  }

  /** A write waits until the file may be written up to an offset. */
  void ask(OpenFile file, long to) {
    boolean asking = file.asked > 0;
    file.asked = Math.max(file.asked, to);
    if (!asking) {
      tell(file);
    }
  }

  private void tell(OpenFile file) {
    long question = begin(file);
    file.obtainRecord();
    parts.tell(file.ino);
    look(file, question, () -> claim(file, 1));
  }

  private long begin(OpenFile file) {
    file.question++;
    return file.question;
  }

  private static boolean isOpen(OpenFile file, long question) {
    return file.question == question && file.asked > 0 && file.asked > file.writableTo;
  }

  /** Looks what the server allows. The grant itself comes once that is durable. */
  private void look(OpenFile file, long question, Runnable otherwise) {
    parts.inodeAtServer(
        file.ino,
        answer -> {
          if (!isOpen(file, question)) {
            return;
          }
          if (mayAllow(answer, file.asked)) {
            parts.later(
                ASK_AGAIN_NANOS,
                () -> {
                  if (isOpen(file, question)) {
                    tell(file);
                  }
                });
          } else {
            otherwise.run();
          }
        });
  }

  /** Also true while the server can say nothing of it. */
  private static boolean mayAllow(FsAnswer answer, long to) {
    InodeContent.File content = FileParts.fileOf(answer);
    return content == null || content.uncut() != 0 || content.granted() >= to;
  }

  private void claim(OpenFile file, int count) {
    long question = begin(file);
    file.obtainRecord();
    file.claimed = file.asked;
    parts.tell(file.ino);
    file.claimed = 0;
    look(
        file,
        question,
        () -> {
          if (count == MOST_CLAIMS) {
            refused.accept(file);
            file.asked = 0;
          } else {
            // The server may have to read directories first.
            parts.later(
                CLAIM_AGAIN_NANOS,
                () -> {
                  if (isOpen(file, question)) {
                    claim(file, count + 1);
                  }
                });
          }
        });
  }

  /** The file has grown: the server is told before a write has to wait. */
  void onGrown(OpenFile file) {
    long end = file.givenTo;
    long size = parts.data().sizeOf(file.ino);
    long near = Math.max(end - LARGE_HALF_STEP, Math.min(end / 3 * 2, end - SMALL_HALF_STEP));
    if (size > near && size >= file.tellAt && !file.given.isEmpty()) {
      file.tellAt = size + TELL_STEP;
      parts.tell(file.ino);
    }
  }
}
