package io.pando.client.fs.open;

import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import java.util.function.BiConsumer;

/**
 * Asks the server to allow writing further. A server allows it behind the size that it is told, and
 * a little more. So a client tells the size, and with it up to where it needs to write; the server
 * answers by a grant. If none comes, the inode says up to where the server allows writing. If that
 * is not enough after several questions, a quota refuses it.
 *
 * <p>The inode is looked at late, because other clients have to stop writing for it. If two asked
 * at once, each would end the other's question.
 */
final class FileGrowth {
  private static final int MOST_QUESTIONS = 4;
  private static final long FIRST_LOOK_NANOS = 100_000_000;
  private static final long LOOK_AGAIN_NANOS = 50_000_000;
  private static final long ASK_AGAIN_NANOS = 1_000_000_000;

  /** A server allows half of a step behind the size before it is asked. */
  private static final long SMALL_HALF_STEP = 2L << 20;

  private static final long LARGE_HALF_STEP = 32L << 20;

  /** Sizes that are told early differ by so much at least. */
  private static final long TELL_STEP = 1L << 20;

  private final FileParts parts;
  private final BiConsumer<OpenFile, FsError> refused;

  /**
   * No questions.
   *
   * @param refused is told of a file whose writes up to {@link OpenFile#asked} are refused, and why
   */
  FileGrowth(FileParts parts, BiConsumer<OpenFile, FsError> refused) {
    this.parts = parts;
    this.refused = refused;
  }

  /** A write waits until the file may be written up to an offset. */
  void ask(OpenFile file, long to) {
    long before = file.asked;
    file.asked = Math.max(before, to);
    if (before == 0) {
      tell(file);
    } else if (to > before) {
      parts.tell(file.ino);
    }
  }

  private void tell(OpenFile file) {
    question(file, 1, parts.random().between(FIRST_LOOK_NANOS, 2 * FIRST_LOOK_NANOS));
  }

  private void question(OpenFile file, int count, long lookNanos) {
    long question = begin(file);
    file.obtainRecord();
    parts.tell(file.ino);
    parts.later(
        lookNanos,
        () -> {
          if (isOpen(file, question)) {
            look(file, question, () -> again(file, count));
          }
        });
  }

  private void again(OpenFile file, int count) {
    if (count == MOST_QUESTIONS) {
      refuse(file, FsError.EDQUOT);
    } else {
      // The server may have to read directories first.
      question(file, count + 1, LOOK_AGAIN_NANOS);
    }
  }

  private void refuse(OpenFile file, FsError why) {
    refused.accept(file, why);
    file.asked = 0;
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
          if (answer.equals(new FsAnswer.Failed(FsError.ESTALE))) {
            // It was removed while this client had lost its session.
            refuse(file, FsError.ESTALE);
          } else if (mayAllow(answer, file.asked)) {
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
