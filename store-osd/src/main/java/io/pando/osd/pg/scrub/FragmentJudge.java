package io.pando.osd.pg.scrub;

import io.pando.erasure.Positions;
import io.pando.erasure.digest.DigestCheck;
import io.pando.erasure.digest.DigestVerdict;
import io.pando.erasure.digest.FragmentDigest;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.ExaminedCopy;
import io.pando.message.ScrubMessage.Sound;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.scrub.AuthoritativeCopies.Fault;
import io.pando.osd.pg.scrub.AuthoritativeCopies.Verdict;
import io.pando.probe.Probe;
import io.pando.report.group.CopyFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Judges fragments by their linear digests, which satisfy the equations of the code if the
 * fragments do. What all members have alike is judged as with replicas: version, size of the
 * object, attributes. Of the fragments without such a fault, one wrong fragment is known if two
 * more than decode are there; otherwise an inconsistency is reported and nothing is repaired. If
 * the good fragments do not decode, only damaged ones are repaired, and only if they decode
 * together with the good ones: each row may be readable in enough of them.
 */
final class FragmentJudge implements CopyJudge {
  private final Fragments fragments;

  /** The last check, which most objects share: they have fragments at the same positions. */
  private @Nullable DigestCheck check;

  private Positions checked = Positions.NONE;

  FragmentJudge(Fragments fragments) {
    this.fragments = fragments;
  }

  @Override
  public boolean fit(SortedMap<MemberId, FragmentDigest> digests) {
    return digests.isEmpty() || verdict(digests) instanceof DigestVerdict.Consistent;
  }

  private DigestVerdict verdict(SortedMap<MemberId, FragmentDigest> digests) {
    Positions known = Fragments.positions(digests.keySet());
    DigestCheck with = check;
    if (with == null || !known.equals(checked)) {
      with = new DigestCheck(fragments.code(), known);
      check = with;
      checked = known;
    }
    SortedMap<Integer, FragmentDigest> byPosition = new TreeMap<>();
    digests.forEach((member, digest) -> byPosition.put(member.position(), digest));
    return with.judge(byPosition);
  }

  @Override
  public Verdict judge(SortedMap<MemberId, ExaminedCopy> copies, Optional<Version> recorded) {
    Verdict alike = AuthoritativeCopies.judge(copies, recorded);
    if (recorded.isEmpty() && alike.provable() && !decodes(alike, copies)) {
      // A version that only few fragments have is none that was acknowledged.
      Optional<Version> decodable = newestThatDecodes(copies);
      Probe.reachedIf(decodable.isPresent(), "scrub: the newest version does not decode");
      alike = decodable.isPresent() ? AuthoritativeCopies.judge(copies, decodable) : alike;
    }
    if (!decodes(alike, copies)) {
      return judgeDamage(alike, copies, recorded);
    }
    return judgeBytes(alike, digests(alike, copies));
  }

  /** Whether the good fragments decode, or there should be none. */
  private boolean decodes(Verdict alike, SortedMap<MemberId, ExaminedCopy> copies) {
    return alike.version().equals(Version.ZERO)
        || fragments.suffice(
            copies.keySet().stream().filter(member -> !alike.bad().containsKey(member)).toList());
  }

  /**
   * The verdict if the good fragments do not decode: damaged ones of the right version are bad if
   * they decode together with the good ones. Otherwise nothing is provable, so that no fragment is
   * given up which cannot be rebuilt.
   */
  private Verdict judgeDamage(
      Verdict alike, SortedMap<MemberId, ExaminedCopy> copies, Optional<Version> recorded) {
    SortedMap<MemberId, Fault> damaged = new TreeMap<>();
    SortedSet<MemberId> readable = new TreeSet<>(copies.keySet());
    int absent = 0;
    for (Map.Entry<MemberId, Fault> bad : alike.bad().entrySet()) {
      Fault fault = bad.getValue();
      if (fault.faults().contains(CopyFault.DAMAGED) && fault.found().equals(alike.version())) {
        damaged.put(bad.getKey(), fault);
      } else {
        readable.remove(bad.getKey());
        absent += fault.faults().contains(CopyFault.MISSING) ? 1 : 0;
      }
    }
    boolean shouldExist = recorded.isPresent() || 2 * absent < copies.size();
    if (shouldExist && fragments.suffice(readable)) {
      Probe.reached("scrub: rows may be readable in enough damaged fragments");
      return new Verdict(alike.version(), true, damaged);
    }
    return new Verdict(alike.version(), false, alike.bad());
  }

  private Optional<Version> newestThatDecodes(SortedMap<MemberId, ExaminedCopy> copies) {
    SortedMap<Version, List<MemberId>> byVersion = new TreeMap<>();
    copies.forEach((member, copy) -> {
      if (copy.state() instanceof Sound sound) {
        byVersion.computeIfAbsent(sound.version(), _ -> new ArrayList<>()).add(member);
      }
    });
    byVersion.values().removeIf(members -> !fragments.suffice(members));
    return byVersion.isEmpty() ? Optional.empty() : Optional.of(byVersion.lastKey());
  }

  /** Digests of the fragments that are not bad. */
  private static SortedMap<MemberId, FragmentDigest> digests(
      Verdict alike, SortedMap<MemberId, ExaminedCopy> copies) {
    SortedMap<MemberId, FragmentDigest> digests = new TreeMap<>();
    copies.forEach((member, copy) -> {
      if (!alike.bad().containsKey(member)
          && copy.state() instanceof Sound sound
          && sound.fragment() != null) {
        digests.put(member, sound.fragment());
      }
    });
    return digests;
  }

  private Verdict judgeBytes(Verdict alike, SortedMap<MemberId, FragmentDigest> digests) {
    return digests.isEmpty()
        ? alike
        : switch (verdict(digests)) {
          case DigestVerdict.Consistent _ -> alike;
          case DigestVerdict.Wrong(int position) -> {
            Probe.reached("scrub: the one wrong fragment is known");
            yield with(alike, digests, position);
          }
          case DigestVerdict.NotProvable _ -> {
            Probe.reached("scrub: fragments do not fit, and no single one is wrong");
            yield unproven(alike, digests);
          }
        };
  }

  private static Verdict with(
      Verdict alike, SortedMap<MemberId, FragmentDigest> digests, int position) {
    SortedMap<MemberId, Fault> bad = new TreeMap<>(alike.bad());
    for (MemberId member : digests.keySet()) {
      if (member.position() == position) {
        bad.put(member, fault(alike, "readable, but does not fit the other fragments"));
      }
    }
    return new Verdict(alike.version(), alike.provable(), bad);
  }

  private static Verdict unproven(Verdict alike, SortedMap<MemberId, FragmentDigest> digests) {
    SortedMap<MemberId, Fault> bad = new TreeMap<>(alike.bad());
    for (MemberId member : digests.keySet()) {
      bad.put(member, fault(alike, "the fragments do not fit together"));
    }
    return new Verdict(alike.version(), false, bad);
  }

  private static Fault fault(Verdict alike, String detail) {
    return new Fault(alike.version(), new TreeSet<>(List.of(CopyFault.BYTES)), detail);
  }
}
