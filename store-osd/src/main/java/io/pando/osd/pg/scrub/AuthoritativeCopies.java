package io.pando.osd.pg.scrub;

import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.merkle.ContentDigest;
import io.pando.message.ScrubMessage.Absent;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.message.ScrubMessage.Damaged;
import io.pando.message.ScrubMessage.ExaminedCopy;
import io.pando.message.ScrubMessage.Sound;
import io.pando.probe.Probe;
import io.pando.report.group.CopyFault;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which copies of an object are good, given all of them while it did not change. Pure.
 *
 * <ol>
 *   <li>The right version is the one in a log or a version index. If none reaches back far enough,
 *       only vouched copies count: those on members whose hash tree agrees with the store there. If
 *       there are none, all copies count. If more of these have the object than lack it, their
 *       newest version is right, because every update is ordered for all members. If more of these,
 *       and of all copies, lack the object, it should not exist. Otherwise nothing is proven.
 *   <li>Of the readable copies of that version, those with the most frequent content are good. If
 *       two contents are equally frequent, nothing is proven.
 * </ol>
 */
final class AuthoritativeCopies {
  private AuthoritativeCopies() {}

  /**
   * The verdict on an object.
   *
   * @param version version that the object should have, {@link Version#ZERO} if it should not exist
   * @param provable whether the copies that are not bad are known to be good
   * @param bad bad copies; none if all are equal
   */
  record Verdict(Version version, boolean provable, SortedMap<MemberId, Fault> bad) {
    boolean isConsistent() {
      return bad.isEmpty();
    }
  }

  /**
   * The fault of one copy.
   *
   * @param found version of the copy, {@link Version#ZERO} if it is absent or its version is not
   *     known
   */
  record Fault(Version found, SortedSet<CopyFault> faults, String detail) {}

  /**
   * Judges the copies of one object.
   *
   * @param recorded version by a log or a version index, {@link Version#ZERO} if the object was
   *     removed; empty if none has an entry for it
   */
  static Verdict judge(SortedMap<MemberId, ExaminedCopy> copies, Optional<Version> recorded) {
    Optional<Version> right = recorded.isPresent() ? recorded : version(copies.values());
    if (right.isEmpty()) {
      return undecided(copies);
    }
    Version version = right.get();
    if (version.equals(Version.ZERO)) {
      Probe.reached("scrub: copies of an object that should not exist");
      SortedMap<MemberId, Fault> extra = new TreeMap<>();
      copies.forEach((member, copy) -> {
        if (!(copy.state() instanceof Absent)) {
          Version found = versionOf(copy.state());
          extra.put(
              member,
              fault(
                  found, CopyFault.EXTRA, "it was removed, but a copy exists in version " + found));
        }
      });
      return new Verdict(version, true, extra);
    }
    Optional<ContentDigest> good = good(version, copies.values());
    ContentDigest model = good.orElseGet(() -> anyOf(version, copies.values()));
    return new Verdict(version, good.isPresent(), faults(version, model, copies));
  }

  /** The copies that count: vouched ones, or all if there are none. */
  private static List<CopyState> counted(Collection<ExaminedCopy> copies) {
    List<CopyState> vouched = new ArrayList<>();
    List<CopyState> all = new ArrayList<>();
    for (ExaminedCopy copy : copies) {
      all.add(copy.state());
      if (copy.vouched()) {
        vouched.add(copy.state());
      }
    }
    Probe.reachedIf(
        !vouched.isEmpty() && vouched.size() < all.size(),
        "scrub: only some copies are vouched for");
    return vouched.isEmpty() ? all : vouched;
  }

  private static Optional<Version> version(Collection<ExaminedCopy> copies) {
    List<CopyState> heard = counted(copies);
    Version newest = newestOf(heard);
    int balance = balance(heard);
    if (balance > 0) {
      return newest.equals(Version.ZERO) ? Optional.empty() : Optional.of(newest);
    }
    // A verdict that removes copies must not rest on a few vouched copies alone.
    boolean removed = balance < 0 && balance(copies.stream().map(ExaminedCopy::state).toList()) < 0;
    Probe.reachedIf(balance == 0, "scrub: as many have the object as lack it");
    return removed ? Optional.of(Version.ZERO) : Optional.empty();
  }

  /** The newest version that a copy has; {@link Version#ZERO} if there is no copy. */
  static Version newest(Collection<ExaminedCopy> copies) {
    return newestOf(copies.stream().map(ExaminedCopy::state).toList());
  }

  private static Version newestOf(List<CopyState> states) {
    Version newest = Version.ZERO;
    for (CopyState state : states) {
      newest = Version.max(newest, versionOf(state));
    }
    return newest;
  }

  /** Number of copies present minus number of copies absent. */
  private static int balance(List<CopyState> states) {
    int balance = 0;
    for (CopyState state : states) {
      balance += state instanceof Absent ? -1 : 1;
    }
    return balance;
  }

  /**
   * The most frequent content of copies of that version; empty on a tie, or without such copies.
   */
  private static Optional<ContentDigest> good(Version version, Collection<ExaminedCopy> copies) {
    Map<ContentDigest, Integer> counts = new LinkedHashMap<>();
    for (ExaminedCopy copy : copies) {
      if (copy.state() instanceof Sound sound && sound.version().equals(version)) {
        counts.merge(sound.content(), 1, Integer::sum);
      }
    }
    int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    List<ContentDigest> best =
        counts.entrySet().stream()
            .filter(entry -> entry.getValue() == most)
            .map(Map.Entry::getKey)
            .toList();
    Probe.reachedIf(best.size() > 1, "scrub: as many copies have one content as another");
    return best.size() == 1 ? Optional.of(best.getFirst()) : Optional.empty();
  }

  private static @Nullable ContentDigest anyOf(Version version, Collection<ExaminedCopy> copies) {
    for (ExaminedCopy copy : copies) {
      if (copy.state() instanceof Sound sound && sound.version().equals(version)) {
        return sound.content();
      }
    }
    return null;
  }

  private static SortedMap<MemberId, Fault> faults(
      Version version, @Nullable ContentDigest model, SortedMap<MemberId, ExaminedCopy> copies) {
    SortedMap<MemberId, Fault> bad = new TreeMap<>();
    copies.forEach((member, copy) -> {
      Fault fault = faultOf(version, model, copy.state());
      if (fault != null) {
        bad.put(member, fault);
      }
    });
    return bad;
  }

  private static @Nullable Fault faultOf(
      Version version, @Nullable ContentDigest model, CopyState state) {
    return switch (state) {
      case Absent _ -> fault(Version.ZERO, CopyFault.MISSING, "missing");
      case Damaged broken -> fault(broken.version(), CopyFault.DAMAGED, broken.what());
      case Sound sound -> {
        int order = sound.version().compareTo(version);
        if (order != 0) {
          Probe.reachedIf(order > 0, "scrub: a copy is newer than it should be");
          CopyFault what = order < 0 ? CopyFault.OLDER : CopyFault.NEWER;
          yield fault(sound.version(), what, sound.version() + ", not " + version);
        }
        yield model == null || sound.content().equals(model)
            ? null
            : new Fault(version, differences(sound.content(), model), detail(sound, model));
      }
    };
  }

  private static SortedSet<CopyFault> differences(ContentDigest found, ContentDigest model) {
    SortedSet<CopyFault> faults = new TreeSet<>();
    if (found.size() != model.size()) {
      faults.add(CopyFault.SIZE);
    }
    if (found.bytes() != model.bytes()) {
      faults.add(CopyFault.BYTES);
    }
    if (found.attributes() != model.attributes()) {
      faults.add(CopyFault.ATTRIBUTES);
    }
    if (found.entries() != model.entries()) {
      faults.add(CopyFault.ENTRIES);
    }
    return faults;
  }

  private static String detail(Sound found, ContentDigest model) {
    return found.content().size() == model.size()
        ? "readable, but content differs from the other copies"
        : "%d bytes, not %d".formatted(found.content().size(), model.size());
  }

  /** Verdict if it is not known whether the object should exist: reports each copy as it is. */
  private static Verdict undecided(SortedMap<MemberId, ExaminedCopy> copies) {
    SortedMap<MemberId, Fault> bad = new TreeMap<>();
    Version newest = Version.ZERO;
    for (Map.Entry<MemberId, ExaminedCopy> copy : copies.entrySet()) {
      CopyState state = copy.getValue().state();
      newest = Version.max(newest, versionOf(state));
      CopyFault what =
          switch (state) {
            case Absent _ -> CopyFault.MISSING;
            case Damaged _ -> CopyFault.DAMAGED;
            case Sound _ -> CopyFault.EXTRA;
          };
      String detail =
          state instanceof Absent
              ? "missing; other copies exist"
              : "a copy exists in version " + versionOf(state) + "; other members do not have it";
      bad.put(copy.getKey(), fault(versionOf(state), what, detail));
    }
    return new Verdict(newest, false, bad);
  }

  private static Fault fault(Version found, CopyFault what, String detail) {
    return new Fault(found, new TreeSet<>(List.of(what)), detail);
  }

  private static Version versionOf(CopyState state) {
    return switch (state) {
      case Absent _ -> Version.ZERO;
      case Damaged broken -> broken.version();
      case Sound sound -> sound.version();
    };
  }
}
