package io.pando.osd.pg.recovery.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.LinearCode;
import io.pando.erasure.Positions;
import io.pando.erasure.ReadPlan;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.DataRange;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.format.GroupRecords;
import io.pando.group.ChangedRows;
import io.pando.group.ObjectInfo;
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

  /** The fragments of an object. */
  private static byte[][] fragments(Fragments fragments, byte[] object) {
    StripeLayout layout = fragments.layout();
    int rows = (int) layout.parityBytes(object.length);
    byte[][] columns = new byte[layout.k()][rows];
    for (DataRange part : layout.fragmentRanges(new ByteRange(0, object.length))) {
      int to = 0;
      for (ByteRange piece : layout.objectRanges(part.index(), part.range())) {
        System.arraycopy(
            object, (int) piece.offset(), columns[part.index()], to, (int) piece.length());
        to += (int) piece.length();
      }
    }
    FragmentTransform encoder = fragments.code().encoder(layout.k());
    byte[][] parity = new byte[encoder.to().size()][rows];
    encoder.coder().overwrite(ByteRows.of(columns), ByteRows.of(parity), rows);
    byte[][] all = new byte[fragments.code().positions()][];
    for (int position = 0; position < all.length; position++) {
      byte[] row =
          encoder.to().contains(position)
              ? parity[encoder.to().indexOf(position)]
              : columns[fragments.code().dataPositions().indexOf(position)];
      all[position] = Arrays.copyOf(row, (int) fragments.fragmentBytes(position, object.length));
    }
    return all;
  }

  /** The rows in which any fragment differs, and some others. */
  private static ChangedRows changed(Random64 random, byte[][] before, byte[][] after) {
    List<ByteRange> rows = new ArrayList<>();
    int longest = Math.max(1, Stream.of(after).mapToInt(it -> it.length).max().orElseThrow());
    for (int position = 0; position < after.length; position++) {
      byte[] old = Arrays.copyOf(before[position], after[position].length);
      for (int i = 0; i < old.length; i++) {
        if (old[i] != after[position][i]) {
          rows.add(new ByteRange(i, 1));
        }
      }
    }
    rows.add(new ByteRange(random.nextInt(longest), random.nextInt(UNIT)));
    return ChangedRows.of(rows);
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
              fragments, fragments(fragments, object), fragments(fragments, edited), edited.length);
      run.go(random, random.nextBoolean());
    }
  }

  /** One object, rebuilt for some members. */
  private static final class Run {
    final Fragments fragments;
    final byte[][] before;
    final byte[][] after;
    final long objectBytes;

    Run(Fragments fragments, byte[][] before, byte[][] after, long objectBytes) {
      this.fragments = fragments;
      this.before = before;
      this.after = after;
      this.objectBytes = objectBytes;
    }

    void go(Random64 random, boolean patches) {
      FragmentRows rows =
          new FragmentRows(fragments, UNIT * fragments.layout().k() * (1 + random.nextInt(4)));
      SortedSet<MemberId> targets = new TreeSet<>();
      targets.add(member(random.nextInt(after.length)));
      Rebuild it =
          new Rebuild(new ObjectCopy(new ObjectId(1, "o"), NEW, new CopyBatch(0)), NEW, targets);
      SortedMap<MemberId, byte[]> made = new TreeMap<>();
      for (MemberId target : targets) {
        made.put(target, patches ? before[target.position()] : new byte[0]);
      }
      if (patches) {
        it.changed = changed(random, before, after);
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
              .isEqualTo(piece.next().offset() == after[target.position()].length);
          next.put(target, piece.next());
        }
      } while (rows.advance(it));
      made.forEach((target, bytes) ->
          assertThat(bytes).as("of %s", target).isEqualTo(after[target.position()]));
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
      for (int position = 0; position < after.length; position++) {
        alive = wanted.contains(position) ? alive : alive.with(position);
      }
      it.plan = (ReadPlan.Decodable) fragments.code().plan(wanted, alive, position -> 1);
      it.sources = new TreeMap<>();
      FragmentMessage.Query query = rows.query(it);
      SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
      attributes.put(
          ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(NEW, 0, objectBytes)));
      for (int position = 0; position < after.length; position++) {
        if (it.plan.read().contains(position)) {
          it.sources.put(position, member(position));
          it.parts.put(position, part(after[position], query, attributes));
        }
      }
    }
  }
}
