package io.pando.fuse.protocol.codec;

import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseRequest;
import io.pando.fuse.protocol.NodeRequest;
import io.pando.fuse.protocol.Opcode;

/**
 * What a request allows of its answer.
 *
 * @param mostBytes most bytes of the answer's data
 */
public record AnswerRule(Opcode opcode, int mostBytes) {
  /** Longest target of a symbolic link. */
  static final int MOST_TARGET_BYTES = 4095;

  /** The rule for the answer of a request. */
  public static AnswerRule of(FuseRequest request) {
    int most =
        switch (request) {
          case FileRequest.Read read -> read.sizeBytes();
          case FileRequest.ReadDirectory read -> read.sizeBytes();
          case FileRequest.Ioctl ioctl -> ioctl.mostBytes();
          case FileRequest.Write write -> write.data().size();
          case FileRequest.CopyRange copy -> (int) Math.min(Integer.MAX_VALUE, copy.length());
          case NodeRequest.GetXattr get -> get.sizeBytes();
          case NodeRequest.ListXattr list -> list.sizeBytes();
          case NodeRequest.ReadLink _ -> MOST_TARGET_BYTES;
          default -> 0;
        };
    return new AnswerRule(request.opcode(), most);
  }
}
