package io.pando.osd.pg.recovery.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.erasure.LinearCode;
import io.pando.erasure.Positions;
import io.pando.erasure.ReadPlan;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.osd.pg.recovery.copy.CopyBatch;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What members get of fragments that are rebuilt, whole or in part, compared with the fragments.
 */
class FragmentRowsTest {
  private static final int UNIT = 8;
  private static final Version OLD = new Version(3, 4);
  private static final Version NEW = new Version(3, 9);

  static Stream<CodeParameters> codes() {
    return Stream.of(
        CodeParameters.of(2, 1),
        CodeParameters.of(4, 2),
        CodeParameters.of(3, 3),
        new CodeParameters(Technique.LRC, 4, 2, 3));
  }

  private static MemberId member(int position) {
    return new MemberId(new OsdId(10 + position), position);
  }

  private static FragmentMessage.Part part(
      byte[] fragment, FragmentMessage.Query query, SortedMap<String, Payload> attributes) {
    List<Payload> data = new ArrayList<>();
    for (ByteRange range : query.ranges()) {
      int from = (int) Math.min(range.offset(), fragment.length);
      int to = (int) Math.min(range.end(), fragment.length);
      data.add(Payload.wrap(Arrays.copyOfRange(fragment, from, to)));
    }
    return new FragmentMessage.Part(NEW, fragment.length, attributes, data, "", false);
  }

  /** What the receiver makes of a piece. */
  private static byte[] put(byte[] before, Piece piece) {
    boolean begins = piece.from().equals(Cursor.START);
    byte[] after = new byte[(int) piece.content().size()];
    int done = (int) piece.from().offset();
    System.arraycopy(before, 0, after, 0, Math.min(done, before.length));
    if (piece.kept() != null) {
      for (ByteRange range : piece.kept().ranges()) {
        int to = (int) Math.min(range.end(), before.length);
        for (int i = (int) range.offset(); i < to; i++) {
          after[i] = before[i];
        }
      }
      int end = (int) piece.next().offset();
      for (int i = end; i < Math.min(before.length, after.length); i++) {
        after[i] = before[i];
      }
    }
    assertThat(begins || piece.from().offset() > 0).isTrue();
    int at = 0;
    for (ByteRange range : piece.content().ranges()) {
      piece.content().data().slice(at, (int) range.length()).copyTo(after, (int) range.offset());
      at += (int) range.length();
    }
    return after;
  }

  private static byte[] edited(Random64 random, byte[] object) {
    byte[] edited =
        Arrays.copyOf(object, object.length + (random.oneIn(3) ? random.nextInt(50) : 0));
    int writes = random.nextInt(4);
    for (int i = 0; i < writes && edited.length > 0; i++) {
      int from = random.nextInt(edited.length);
      for (int at = from; at < Math.min(edited.length, from + 1 + random.nextInt(9)); at++) {
        edited[at]++;
      }
    }
    return edited;
  }

  @ParameterizedTest
  @MethodSource("codes")
  void piecesMakeTheFragmentsAndNoOtherRowsAreSent(CodeParameters parameters) {
    Fragments fragments =
        new Fragments(
            LinearCode.of(parameters, new PlainKernel()), new StripeLayout(parameters.k(), UNIT));
    for (int seed = 1; seed <= 400; seed++) {
      Random64 random = new Random64(seed);
      byte[] object = new byte[random.nextInt(12 * parameters.k() * UNIT)];
      random.nextBytes(object);
      byte[] edited = edited(random, object);
      Run run =
          new Run(
              fragments,
              new EncodedObject(fragments, object),
              new EncodedObject(fragments, edited));
      run.go(random, random.nextBoolean());
    }
  }

  /** One object, rebuilt for some members. */
  private static final class Run {
    final Fragments fragments;
    final EncodedObject before;
    final EncodedObject after;

    Run(Fragments fragments, EncodedObject before, EncodedObject after) {
      this.fragments = fragments;
      this.before = before;
      this.after = after;
    }

    void go(Random64 random, boolean patches) {
      FragmentRows rows =
          new FragmentRows(fragments, UNIT * fragments.layout().k() * (1 + random.nextInt(4)));
      SortedSet<MemberId> targets = new TreeSet<>();
      targets.add(member(random.nextInt(after.positions())));
      Rebuild it =
          new Rebuild(new ObjectCopy(new ObjectId(1, "o"), NEW, new CopyBatch(0)), NEW, targets);
      SortedMap<MemberId, byte[]> made = new TreeMap<>();
      for (MemberId target : targets) {
        made.put(target, patches ? before.fragment(target.position()) : new byte[0]);
      }
      if (patches) {
        it.changed =
            after.changedSince(
                before,
                List.of(
                    new ByteRange(
                        random.nextInt(Math.max(1, after.rows())), random.nextInt(UNIT))));
        targets.forEach(target -> it.bases.put(target, OLD));
      }
      SortedMap<MemberId, Cursor> next = new TreeMap<>();
      long sent = 0;
      do {
        read(rows, it);
        assertThat(rows.bad(it)).isEmpty();
        SortedMap<MemberId, Copied> pieces = rows.compute(it);
        for (Map.Entry<MemberId, Copied> sending : pieces.entrySet()) {
          MemberId target = sending.getKey();
          Piece piece = Objects.requireNonNull(sending.getValue().piece());
          assertThat(piece.from()).isEqualTo(next.getOrDefault(target, Cursor.START));
          assertThat(piece.kept() == null).isEqualTo(!patches);
          made.put(target, put(Objects.requireNonNull(made.get(target)), piece));
          sent += piece.content().data().size();
          assertThat(piece.last())
              .isEqualTo(piece.next().offset() == after.fragment(target.position()).length);
          next.put(target, piece.next());
        }
      } while (rows.advance(it));
      made.forEach((target, bytes) ->
          assertThat(bytes).as("of %s", target).isEqualTo(after.fragment(target.position())));
      assertThat(next.keySet()).isEqualTo(targets);
      if (it.changed != null) {
        assertThat(sent).isLessThanOrEqualTo(it.changed.bytes() * targets.size());
      }
    }

    private void read(FragmentRows rows, Rebuild it) {
      it.parts.clear();
      rows.choose(it);
      Positions wanted = Fragments.positions(it.targets);
      Positions alive = Positions.NONE;
      for (int position = 0; position < after.positions(); position++) {
        alive = wanted.contains(position) ? alive : alive.with(position);
      }
      it.plan = (ReadPlan.Decodable) fragments.code().plan(wanted, alive, position -> 1);
      it.sources = new TreeMap<>();
      FragmentMessage.Query query = rows.query(it);
      for (int position = 0; position < after.positions(); position++) {
        if (it.plan.read().contains(position)) {
          it.sources.put(position, member(position));
          it.parts.put(position, part(after.fragment(position), query, after.attributes(NEW)));
        }
      }
    }
  }
}
