package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.erasure.FragmentTransform;
import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.digest.DigestKey;
import io.pando.erasure.digest.DigestTotal;
import io.pando.erasure.digest.FragmentDigest;
import io.pando.erasure.digest.LinearDigest;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.merkle.ContentDigest;
import io.pando.message.ScrubMessage.Absent;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.message.ScrubMessage.Damaged;
import io.pando.message.ScrubMessage.ExaminedCopy;
import io.pando.message.ScrubMessage.Sound;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.scrub.AuthoritativeCopies.Verdict;
import io.pando.random.Random64;
import io.pando.report.group.CopyFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Fragments of a code of four data and two parity positions. */
class FragmentJudgeTest {
  private static final int LENGTH = 100;
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final Version OLD = new Version(2, 5);
  private static final Version NOW = new Version(3, 9);
  private static final Version LATER = new Version(3, 12);
  private static final ContentDigest ALIKE = new ContentDigest(4 * LENGTH, 0, 2, 3);

  private final Random64 random = new Random64(11);
  private final LinearDigest digest = new LinearDigest(DigestKey.of(42));
  private final Fragments fragments =
      new Fragments(
          LinearCode.of(CodeParameters.of(4, 2), new PlainKernel()), new StripeLayout(4, LENGTH));
  private final CopyJudge judge = CopyJudge.of(fragments);
  private final List<CopyState> states = new ArrayList<>();

  FragmentJudgeTest() {
    digests(codeword()).forEach(it -> states.add(new Sound(NOW, ALIKE, it)));
  }

  private byte[][] codeword() {
    byte[][] all = new byte[6][LENGTH];
    FragmentTransform encoder = fragments.code().encoder(4);
    ByteRows in = new ByteRows(4);
    for (int i = 0; i < 4; i++) {
      random.nextBytes(all[encoder.from().toList().get(i)]);
      in.set(i, all[encoder.from().toList().get(i)], 0);
    }
    ByteRows out = new ByteRows(2);
    for (int i = 0; i < 2; i++) {
      out.set(i, all[encoder.to().toList().get(i)], 0);
    }
    encoder.coder().overwrite(in, out, LENGTH);
    return all;
  }

  private List<FragmentDigest> digests(byte[][] rows) {
    return IntStream.range(0, rows.length).mapToObj(i -> digest.of(rows[i])).toList();
  }

  private static MemberId member(int position) {
    return new MemberId(new OsdId(10 - position), position);
  }

  private Verdict judge(Optional<Version> recorded) {
    SortedMap<MemberId, ExaminedCopy> copies = new TreeMap<>();
    for (int position = 0; position < states.size(); position++) {
      copies.put(member(position), new ExaminedCopy(OBJECT, true, states.get(position)));
    }
    return judge.judge(copies, recorded);
  }

  private void otherBytes(int position) {
    states.set(
        position, new Sound(NOW, ALIKE, new FragmentDigest(random.nextLong(), random.nextLong())));
  }

  private static void check(
      Verdict verdict, Version version, boolean provable, CopyFault what, int... positions) {
    assertThat(verdict.version()).isEqualTo(version);
    assertThat(verdict.provable()).isEqualTo(provable);
    assertThat(verdict.bad().keySet())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.of(positions).mapToObj(FragmentJudgeTest::member).toList());
    verdict.bad().values().forEach(fault -> assertThat(fault.faults()).containsExactly(what));
  }

  @Test
  void fragmentsOfACodewordAreConsistent() {
    assertThat(judge(Optional.of(NOW)).isConsistent()).isTrue();
    assertThat(judge(Optional.empty()).isConsistent()).isTrue();
  }

  @Test
  void oneWrongFragmentIsKnown() {
    for (int position = 0; position < 6; position++) {
      CopyState before = states.get(position);
      otherBytes(position);
      check(judge(Optional.of(NOW)), NOW, true, CopyFault.BYTES, position);
      check(judge(Optional.empty()), NOW, true, CopyFault.BYTES, position);
      states.set(position, before);
    }
  }

  @Test
  void twoWrongFragmentsAreReportedAndNotAttributed() {
    otherBytes(1);
    otherBytes(4);
    check(judge(Optional.of(NOW)), NOW, false, CopyFault.BYTES, 0, 1, 2, 3, 4, 5);
  }

  @Test
  void aWrongFragmentBesideAMissingOneIsNotAttributed() {
    states.set(2, new Absent());
    check(judge(Optional.of(NOW)), NOW, true, CopyFault.MISSING, 2);
    otherBytes(1);
    Verdict verdict = judge(Optional.of(NOW));
    assertThat(verdict.provable()).as("one too few is left").isFalse();
    assertThat(verdict.bad()).hasSize(6);
    assertThat(Objects.requireNonNull(verdict.bad().get(member(2))).faults())
        .containsExactly(CopyFault.MISSING);
  }

  @Test
  void damagedAndOldFragmentsAreBadIfTheOthersDecode() {
    states.set(0, new Damaged(NOW, "checksum"));
    check(judge(Optional.of(NOW)), NOW, true, CopyFault.DAMAGED, 0);
    states.set(0, new Sound(OLD, ALIKE, FragmentDigest.ZERO));
    check(judge(Optional.of(NOW)), NOW, true, CopyFault.OLDER, 0);
  }

  @Test
  void otherAttributesOfOneFragmentAreFound() {
    states.set(5, new Sound(NOW, new ContentDigest(4 * LENGTH, 0, 9, 3), FragmentDigest.ZERO));
    check(judge(Optional.of(NOW)), NOW, true, CopyFault.ATTRIBUTES, 5);
  }

  @Test
  void nothingIsGivenUpThatCannotBeRebuilt() {
    for (int position = 0; position < 3; position++) {
      states.set(position, new Damaged(OLD, "checksum"));
    }
    check(judge(Optional.of(NOW)), NOW, false, CopyFault.DAMAGED, 0, 1, 2);
    states.set(1, new Absent());
    states.set(2, new Absent());
    states.set(3, new Absent());
    assertThat(judge(Optional.of(NOW)).provable()).isFalse();
  }

  @Test
  void damagedFragmentsAreRepairedFromEachOther() {
    for (int position = 0; position < 3; position++) {
      states.set(position, new Damaged(NOW, "checksum"));
    }
    check(judge(Optional.of(NOW)), NOW, true, CopyFault.DAMAGED, 0, 1, 2);
    check(judge(Optional.empty()), NOW, true, CopyFault.DAMAGED, 0, 1, 2);
    states.set(5, new Sound(OLD, ALIKE, FragmentDigest.ZERO));
    check(judge(Optional.of(NOW)), NOW, true, CopyFault.DAMAGED, 0, 1, 2);
    for (int position = 3; position < 6; position++) {
      states.set(position, new Damaged(NOW, "checksum"));
    }
    check(judge(Optional.of(NOW)), NOW, true, CopyFault.DAMAGED, 0, 1, 2, 3, 4, 5);
    check(judge(Optional.empty()), NOW, true, CopyFault.DAMAGED, 0, 1, 2, 3, 4, 5);
  }

  /** As many members lack the object as have it, and nothing tells which is right. */
  @Test
  void damagedFragmentsOfAnObjectThatMayHaveBeenRemovedStay() {
    for (int position = 0; position < 6; position++) {
      states.set(position, position < 3 ? new Absent() : new Damaged(NOW, "checksum"));
    }
    assertThat(judge(Optional.empty()).provable()).isFalse();
  }

  @Test
  void aVersionThatDoesNotDecodeIsNotTheRightOne() {
    Sound sound = (Sound) states.get(3);
    states.set(3, new Sound(LATER, ALIKE, sound.fragment()));
    check(judge(Optional.empty()), NOW, true, CopyFault.NEWER, 3);
  }

  @Test
  void anObjectThatWasRemovedHasExtraFragments() {
    for (int position = 1; position < 6; position++) {
      states.set(position, new Absent());
    }
    check(judge(Optional.empty()), Version.ZERO, true, CopyFault.EXTRA, 0);
    check(judge(Optional.of(Version.ZERO)), Version.ZERO, true, CopyFault.EXTRA, 0);
  }

  @Test
  void totalsOfManyObjectsFitUnlessOneFragmentIsWrong() {
    List<DigestTotal> totals = IntStream.range(0, 6).mapToObj(_ -> new DigestTotal()).toList();
    List<DigestTotal> damaged = IntStream.range(0, 6).mapToObj(_ -> new DigestTotal()).toList();
    for (int object = 0; object < 20; object++) {
      byte[][] rows = codeword();
      long factor = random.nextLong();
      add(totals, factor, rows);
      // The same damage of two objects, which a sum without factors would not show.
      rows[2][50] ^= (byte) (object == 5 || object == 17 ? 64 : 0);
      add(damaged, factor, rows);
    }
    assertThat(judge.fit(members(totals))).isTrue();
    assertThat(judge.fit(members(damaged))).isFalse();
  }

  private void add(List<DigestTotal> totals, long factor, byte[][] rows) {
    List<FragmentDigest> digests = digests(rows);
    for (int position = 0; position < 6; position++) {
      totals.get(position).add(factor, digests.get(position));
    }
  }

  private static SortedMap<MemberId, FragmentDigest> members(List<DigestTotal> totals) {
    SortedMap<MemberId, FragmentDigest> byMember = new TreeMap<>();
    for (int position = 0; position < totals.size(); position++) {
      byMember.put(member(position), totals.get(position).digest());
    }
    return byMember;
  }
}
