package io.pando.osd.pg.recovery.rebuild;

import static io.pando.bytes.Payload.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.id.MemberId;
import io.pando.message.FragmentMessage;
import io.pando.message.Message;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.redundancy.Fragments;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a primary sends that rebuilds fragments: questions are bounded, and so is what a message
 * brings of an object.
 */
final class SentMessages {
  /**
   * How often one object's rows may be asked for again: each bad member can make them begin again.
   */
  private static final int ROUNDS = 12;

  private final WrittenObjects written;
  private final Fragments fragments;
  private final int pieceBytes;
  private final SortedMap<String, Integer> questions = new TreeMap<>();
  private final SortedMap<MemberId, Long> lastNumber = new TreeMap<>();
  private int readmissions;
  private int patches;

  SentMessages(WrittenObjects written, Fragments fragments, int pieceBytes) {
    this.written = written;
    this.fragments = fragments;
    this.pieceBytes = pieceBytes;
  }

  /** Number of members that were asked to read a fragment again that counted as missing. */
  int readmissions() {
    return readmissions;
  }

  /** Number of pieces that keep rows. */
  int patches() {
    return patches;
  }

  /** Takes note of a message. */
  void check(MemberId to, Message message) {
    switch (message) {
      case FragmentMessage.ReadFragments asked -> {
        boolean again = asked.number() <= lastNumber.getOrDefault(to, 0L);
        if (!again) {
          lastNumber.put(to, asked.number());
          asked.objects().forEach(query -> count(to, query));
        }
      }
      case RecoveryMessage.Push push ->
          push.objects()
              .forEach(copied -> {
                RecoveryMessage.Piece piece = copied.piece();
                assertThat(copied.version()).isEqualTo(written.newest(copied.object()));
                if (piece != null) {
                  patches += piece.kept() == null ? 0 : 1;
                  assertThat((long) piece.content().data().size())
                      .isLessThanOrEqualTo(rowsAtATime());
                }
              });
      default -> throw new AssertionError(message);
    }
  }

  private long rowsAtATime() {
    int share = pieceBytes / fragments.layout().k();
    // Of damaged fragments whole blocks are taken.
    return Math.max(share, BLOCK_BYTES);
  }

  private void count(MemberId to, FragmentMessage.Query query) {
    assertThat(query.version()).isEqualTo(written.newest(query.object()));
    assertThat(query.ranges().stream().mapToLong(ByteRange::length).sum())
        .isLessThanOrEqualTo(rowsAtATime());
    String kind = query.ranges().isEmpty() ? (query.readmit() ? "readmit" : "has it") : "rows";
    readmissions += query.readmit() ? 1 : 0;
    int times = questions.merge(kind + " " + to + " " + query.object().name(), 1, Integer::sum);
    EncodedObject object = written.version(query.version());
    // Around damaged bytes rows are taken block by block.
    boolean inBlocks = fragments.layout().unit() >= BLOCK_BYTES;
    int rows = inBlocks ? BLOCK_BYTES / 2 : pieceBytes / fragments.layout().k();
    int pieces = 1 + object.rows() / rows;
    int most =
        switch (kind) {
          case "readmit" -> 1;
          // Once for the base of a patch, once in a search, and a patch may have no rows to read.
          case "has it" -> 3;
          default -> pieces * ROUNDS;
        };
    assertThat(times).as("%s asked of %s: %s", kind, to, query).isLessThanOrEqualTo(most);
  }
}
