package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.pando.random.Random64;
import io.pando.report.group.CopyFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AuthoritativeCopiesTest {
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final Version OLD = new Version(2, 5);
  private static final Version NEW = new Version(3, 9);
  private static final ContentDigest GOOD = new ContentDigest(10, 1, 2, 3);
  private static final ContentDigest OTHER = new ContentDigest(10, 8, 2, 3);
  private static final CopyState ABSENT = new Absent();
  private static final CopyState DAMAGED = new Damaged(NEW, "checksum");

  private static ExaminedCopy vouched(CopyState state) {
    return new ExaminedCopy(OBJECT, true, state);
  }

  private static ExaminedCopy unvouched(CopyState state) {
    return new ExaminedCopy(OBJECT, false, state);
  }

  private static CopyState sound(Version version, ContentDigest content) {
    return new Sound(version, content);
  }

  private static SortedMap<MemberId, ExaminedCopy> copies(ExaminedCopy... copies) {
    SortedMap<MemberId, ExaminedCopy> all = new TreeMap<>();
    for (int osd = 0; osd < copies.length; osd++) {
      all.put(MemberId.of(new OsdId(osd)), copies[osd]);
    }
    return all;
  }

  private static AuthoritativeCopies.Verdict judge(ExaminedCopy... copies) {
    return AuthoritativeCopies.judge(copies(copies), Optional.empty());
  }

  private static AuthoritativeCopies.Verdict judge(Version logged, ExaminedCopy... copies) {
    return AuthoritativeCopies.judge(copies(copies), Optional.of(logged));
  }

  private static void check(
      AuthoritativeCopies.Verdict verdict,
      Version version,
      boolean provable,
      Object... osdsAndFaults) {
    assertThat(verdict.version()).isEqualTo(version);
    assertThat(verdict.provable()).isEqualTo(provable);
    List<Object> found = new ArrayList<>();
    verdict
        .bad()
        .forEach((member, fault) -> {
          found.add(member.osd().value());
          found.addAll(fault.faults());
        });
    assertThat(found).containsExactly(osdsAndFaults);
  }

  private static AuthoritativeCopies.Fault fault(Version found, CopyFault what, String detail) {
    return new AuthoritativeCopies.Fault(found, new TreeSet<>(List.of(what)), detail);
  }

  /** As many OSDs have the object as lack it, so no copy is proven to be wrong. */
  @Test
  void whereNothingIsProvenEachCopyIsToldAsItIs() {
    AuthoritativeCopies.Verdict verdict =
        judge(vouched(sound(OLD, GOOD)), vouched(ABSENT), vouched(DAMAGED), vouched(ABSENT));
    SortedMap<MemberId, AuthoritativeCopies.Fault> bad = new TreeMap<>();
    bad.put(
        MemberId.of(new OsdId(0)),
        fault(
            OLD,
            CopyFault.EXTRA,
            "a copy exists in version " + OLD + "; other members do not have it"));
    AuthoritativeCopies.Fault missing =
        fault(Version.ZERO, CopyFault.MISSING, "missing; other copies exist");
    bad.put(MemberId.of(new OsdId(1)), missing);
    bad.put(
        MemberId.of(new OsdId(2)),
        fault(
            NEW,
            CopyFault.DAMAGED,
            "a copy exists in version " + NEW + "; other members do not have it"));
    bad.put(MemberId.of(new OsdId(3)), missing);
    assertThat(verdict).isEqualTo(new AuthoritativeCopies.Verdict(NEW, false, bad));
  }

  /** As many of those that are heard have it as have not: the others cannot decide that. */
  @Test
  void whatNobodyHeardIsNotRemovedByTheOthers() {
    check(
        judge(vouched(sound(OLD, GOOD)), vouched(ABSENT), unvouched(ABSENT), unvouched(ABSENT)),
        OLD,
        false,
        0,
        CopyFault.EXTRA,
        1,
        CopyFault.MISSING,
        2,
        CopyFault.MISSING,
        3,
        CopyFault.MISSING);
  }

  @Test
  void ofEachBadCopyItIsSaidWhatIsWrong() {
    ContentDigest all = new ContentDigest(11, 8, 7, 6);
    AuthoritativeCopies.Verdict verdict =
        judge(
            NEW,
            vouched(sound(NEW, GOOD)),
            vouched(sound(NEW, GOOD)),
            vouched(sound(NEW, all)),
            vouched(sound(NEW, OTHER)),
            vouched(sound(OLD, GOOD)),
            vouched(sound(new Version(4, 1), GOOD)),
            vouched(ABSENT),
            vouched(DAMAGED));
    SortedMap<MemberId, AuthoritativeCopies.Fault> bad = new TreeMap<>();
    bad.put(
        MemberId.of(new OsdId(2)),
        new AuthoritativeCopies.Fault(
            NEW,
            new TreeSet<>(
                List.of(CopyFault.SIZE, CopyFault.BYTES, CopyFault.ATTRIBUTES, CopyFault.ENTRIES)),
            "11 bytes, not 10"));
    bad.put(
        MemberId.of(new OsdId(3)),
        fault(NEW, CopyFault.BYTES, "readable, but content differs from the other copies"));
    bad.put(MemberId.of(new OsdId(4)), fault(OLD, CopyFault.OLDER, OLD + ", not " + NEW));
    bad.put(
        MemberId.of(new OsdId(5)), fault(new Version(4, 1), CopyFault.NEWER, "4'1, not " + NEW));
    bad.put(MemberId.of(new OsdId(6)), fault(Version.ZERO, CopyFault.MISSING, "missing"));
    bad.put(MemberId.of(new OsdId(7)), fault(NEW, CopyFault.DAMAGED, "checksum"));
    assertThat(verdict).isEqualTo(new AuthoritativeCopies.Verdict(NEW, true, bad));
  }

  @Test
  void ofContentItIsSaidWhichPartsDiffer() {
    List<ContentDigest> others =
        List.of(
            new ContentDigest(9, 1, 2, 3),
            new ContentDigest(10, 9, 2, 3),
            new ContentDigest(10, 1, 9, 3),
            new ContentDigest(10, 1, 2, 9));
    List<CopyFault> faults =
        List.of(CopyFault.SIZE, CopyFault.BYTES, CopyFault.ATTRIBUTES, CopyFault.ENTRIES);
    ExaminedCopy good = vouched(sound(NEW, GOOD));
    for (int i = 0; i < 4; i++) {
      check(judge(good, good, vouched(sound(NEW, others.get(i)))), NEW, true, 2, faults.get(i));
    }
  }

  /** Of those who are heard as many have it as have not, whatever all the others say. */
  @Test
  void nothingIsRemovedByTheWordOfOthers() {
    AuthoritativeCopies.Verdict verdict =
        judge(vouched(sound(OLD, GOOD)), vouched(ABSENT), unvouched(ABSENT), unvouched(ABSENT));
    assertThat(verdict.provable()).isFalse();
    assertThat(verdict.version()).isEqualTo(OLD);
  }

  @Test
  void theNewestVersionIsThatOfAnyCopy() {
    assertThat(
            AuthoritativeCopies.newest(
                List.of(vouched(sound(OLD, GOOD)), unvouched(DAMAGED), vouched(ABSENT))))
        .isEqualTo(NEW);
    assertThat(AuthoritativeCopies.newest(List.of(vouched(ABSENT)))).isEqualTo(Version.ZERO);
  }

  @Test
  void whatWasRemovedIsExtraWhereItIs() {
    SortedMap<MemberId, AuthoritativeCopies.Fault> bad = new TreeMap<>();
    bad.put(
        MemberId.of(new OsdId(1)),
        fault(OLD, CopyFault.EXTRA, "it was removed, but a copy exists in version " + OLD));
    assertThat(judge(Version.ZERO, vouched(ABSENT), vouched(sound(OLD, GOOD))))
        .isEqualTo(new AuthoritativeCopies.Verdict(Version.ZERO, true, bad));
  }

  @Test
  void equalCopiesAreConsistent() {
    ExaminedCopy good = vouched(sound(NEW, GOOD));
    assertThat(judge(good, good, good).isConsistent()).isTrue();
    assertThat(judge(vouched(ABSENT), vouched(ABSENT)).isConsistent()).isTrue();
    assertThat(judge(Version.ZERO, vouched(ABSENT), unvouched(ABSENT)).isConsistent()).isTrue();
  }

  @Test
  void aDamagedCopyIsBadAndTheOthersAreGood() {
    ExaminedCopy good = vouched(sound(NEW, GOOD));
    check(judge(good, vouched(DAMAGED)), NEW, true, 1, CopyFault.DAMAGED);
    check(
        judge(vouched(DAMAGED), vouched(DAMAGED), good),
        NEW,
        true,
        0,
        CopyFault.DAMAGED,
        1,
        CopyFault.DAMAGED);
    check(
        judge(vouched(DAMAGED), vouched(DAMAGED)),
        NEW,
        false,
        0,
        CopyFault.DAMAGED,
        1,
        CopyFault.DAMAGED);
  }

  @Test
  void whatTheLogTellsCountsMoreThanMostCopies() {
    ExaminedCopy older = vouched(sound(OLD, GOOD));
    check(
        judge(NEW, older, older, unvouched(sound(NEW, OTHER))),
        NEW,
        true,
        0,
        CopyFault.OLDER,
        1,
        CopyFault.OLDER);
    check(judge(Version.ZERO, older, vouched(ABSENT)), Version.ZERO, true, 0, CopyFault.EXTRA);
    check(judge(NEW, vouched(ABSENT), vouched(sound(NEW, GOOD))), NEW, true, 0, CopyFault.MISSING);
    check(judge(OLD, older, vouched(sound(NEW, GOOD))), OLD, true, 1, CopyFault.NEWER);
  }

  @Test
  void whoseTreeSaysWhatItsStoreHasIsHeard() {
    check(
        judge(unvouched(sound(NEW, OTHER)), unvouched(ABSENT), vouched(sound(OLD, GOOD))),
        OLD,
        true,
        0,
        CopyFault.NEWER,
        1,
        CopyFault.MISSING);
    check(judge(unvouched(ABSENT), vouched(sound(OLD, GOOD))), OLD, true, 0, CopyFault.MISSING);
  }

  @Test
  void theNewestVersionIsRightIfNothingElseTells() {
    ExaminedCopy old = vouched(sound(OLD, GOOD));
    check(
        judge(old, old, vouched(sound(NEW, GOOD))),
        NEW,
        true,
        0,
        CopyFault.OLDER,
        1,
        CopyFault.OLDER);
  }

  @Test
  void anObjectGoesOnlyIfMostHaveNone() {
    ExaminedCopy here = vouched(sound(NEW, GOOD));
    ExaminedCopy none = vouched(ABSENT);
    check(judge(none, none, here), Version.ZERO, true, 2, CopyFault.EXTRA);
    assertThat(judge(none, here).provable()).isFalse();
    assertThat(judge(none, unvouched(sound(NEW, GOOD)), unvouched(sound(NEW, GOOD))).provable())
        .as("the word of one does not remove what two have")
        .isFalse();
  }

  @Test
  void ofTwoKindsThatCanBeReadMostAreGood() {
    ExaminedCopy good = vouched(sound(NEW, GOOD));
    ExaminedCopy other = vouched(sound(NEW, OTHER));
    check(judge(good, other, good), NEW, true, 1, CopyFault.BYTES);
    AuthoritativeCopies.Verdict tie = judge(good, other);
    assertThat(tie.provable()).isFalse();
    assertThat(tie.bad()).hasSize(1);
    ExaminedCopy shorter = vouched(sound(NEW, new ContentDigest(9, 7, 5, 6)));
    check(
        judge(good, good, shorter),
        NEW,
        true,
        2,
        CopyFault.SIZE,
        CopyFault.BYTES,
        CopyFault.ATTRIBUTES,
        CopyFault.ENTRIES);
  }

  /** Whatever is wrong with fewer than half of the copies, what is good is found. */
  @Test
  void aMinorityOfBadCopiesIsFoundWhateverIsWrongWithThem() {
    Random64 random = new Random64(5);
    for (int turn = 0; turn < 10_000; turn++) {
      int size = 3 + random.nextInt(3);
      boolean exists = random.nextBoolean();
      int bad = random.nextInt((size + 1) / 2);
      ExaminedCopy[] copies = new ExaminedCopy[size];
      List<MemberId> expected = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        CopyState right = exists ? sound(NEW, GOOD) : ABSENT;
        copies[i] = vouched(right);
      }
      for (int i = 0; i < bad; i++) {
        CopyState state = wrong(random, exists);
        boolean sameVersion = exists && !(state instanceof Absent) && isNew(state);
        copies[i] = new ExaminedCopy(OBJECT, sameVersion && random.nextBoolean(), state);
        expected.add(MemberId.of(new OsdId(i)));
      }
      boolean logged = random.oneIn(3);
      Optional<Version> log = logged ? Optional.of(exists ? NEW : Version.ZERO) : Optional.empty();
      AuthoritativeCopies.Verdict verdict = AuthoritativeCopies.judge(copies(copies), log);
      assertThat(verdict.provable()).isTrue();
      assertThat(verdict.version()).isEqualTo(exists ? NEW : Version.ZERO);
      assertThat(verdict.bad().keySet()).containsExactlyElementsOf(expected);
    }
  }

  private static boolean isNew(CopyState state) {
    return (state instanceof Sound sound && sound.version().equals(NEW))
        || (state instanceof Damaged broken && broken.version().equals(NEW));
  }

  private static CopyState wrong(Random64 random, boolean exists) {
    return switch (random.nextInt(exists ? 5 : 2)) {
      case 0 -> sound(OLD, random.nextBoolean() ? GOOD : OTHER);
      case 1 -> new Damaged(exists ? NEW : OLD, "checksum");
      case 2 -> ABSENT;
      case 3 -> sound(NEW, OTHER);
      default -> new Damaged(Version.ZERO, "no record");
    };
  }
}
