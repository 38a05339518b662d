package io.pando.fuse.files;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.FsError;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;

/**
 * A copy of a range to another file, or within one: piece by piece through this process. A long
 * range is copied in part, and the program continues.
 */
final class RangeCopy {
  private static final int PIECE_BYTES = 1 << 20;

  /** Most bytes of one request: the process that waits can be interrupted behind it. */
  private static final int MOST_BYTES = 16 << 20;

  private final Exchange exchange;
  private final FileRequest.CopyRange request;
  private final OpenHandle from;
  private final OpenHandle to;
  private final int wanted;
  private int copied;

  RangeCopy(Exchange exchange, FileRequest.CopyRange request, OpenHandle from, OpenHandle to) {
    this.exchange = exchange;
    this.request = request;
    this.from = from;
    this.to = to;
    long room = Long.MAX_VALUE - Math.max(request.offset(), request.target().offset());
    this.wanted = (int) Math.min(MOST_BYTES, Math.min(room, request.length()));
  }

  /** Copies the next piece, and those behind it. */
  void next() {
    int bytes = Math.min(PIECE_BYTES, wanted - copied);
    if (bytes <= 0) {
      end();
      return;
    }
    ByteRange range = new ByteRange(request.offset() + copied, bytes);
    exchange.call(
        new FileCall.Read(from.inClient(), range),
        outcome -> {
          if (!(outcome instanceof FileOutcome.Bytes read)) {
            throw Exchange.unexpected(outcome);
          }
          write(read.bytes());
        },
        this::onFailed);
  }

  private void write(Payload bytes) {
    if (bytes.isEmpty()) {
      end();
      return;
    }
    exchange.call(
        new FileCall.Write(to.inClient(), request.target().offset() + copied, bytes),
        _ -> {
          copied += bytes.size();
          next();
        },
        this::onFailed);
  }

  private void onFailed(FsError error) {
    if (copied == 0) {
      exchange.fail(error.number());
    } else {
      end();
    }
  }

  private void end() {
    boolean _ = exchange.answer(new FuseAnswer.Written(copied));
  }
}
