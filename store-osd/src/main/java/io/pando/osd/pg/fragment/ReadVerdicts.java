package io.pando.osd.pg.fragment;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.probe.Probe;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Decides which fragments are bad when answers to a read contradict the version that was wanted, or
 * each other. While enough are left to decode, a fragment in another version counts as bad only if
 * the log, or enough fragments to decode, prove it. If too few are left and the log does not know
 * the object, the older ones count as bad.
 */
final class ReadVerdicts {
  private final Replica replica;
  private final Fragments fragments;
  private final PrimaryReplication replication;
  private final FragmentSources sources;
  private final SecondLook secondLook;
  private final VersionDoubts doubts;

  ReadVerdicts(
      Replica replica,
      Fragments fragments,
      PrimaryReplication replication,
      FragmentSources sources,
      SecondLook secondLook,
      VersionDoubts doubts) {
    this.replica = replica;
    this.fragments = fragments;
    this.replication = replication;
    this.sources = sources;
    this.secondLook = secondLook;
    this.doubts = doubts;
  }

  /** An answer is not a part of the wanted fragment: the read continues without it. */
  void onBad(ReadAttempt attempt, MemberId member, FragmentMessage.Part part, String problem) {
    FragmentReads.Request request = attempt.request;
    if (replication.touches(request.object())) {
      // The member may not have received the update under way.
      secondLook.ifMissing(member, request.object(), part);
      return;
    }
    Probe.reached("fragments: a bad one is found by a read");
    attempt.bad.add(member);
    // Whether the others decode without it shows which of the two is wrong.
    if (part.version().isAfter(request.version())) {
      attempt.newer.put(member, part.version());
    } else if (part.version().isAfter(Version.ZERO)
        && request.version().isAfter(part.version())
        && replica.log().newestOf(request.object()).isEmpty()) {
      attempt.older.put(member, problem);
    } else {
      sources.onBad(member, request.object(), request.version(), problem);
    }
  }

  /**
   * An answer after those that sufficed. It tells that a fragment is bad if the object is the same
   * still as the one that was read.
   */
  void onLate(ReadAttempt attempt, MemberId member, FragmentMessage.Part part, String problem) {
    FragmentReads.Request request = attempt.request;
    boolean same =
        !replica.log().tail().isAfter(attempt.head)
            && !replication.touches(request.object())
            && replica
                .log()
                .newestOf(request.object())
                .filter(entry -> entry.version().isAfter(request.version()))
                .isEmpty();
    if (!same) {
      secondLook.ifMissing(member, request.object(), part);
    } else if (!problem.isEmpty() && sources.holders(request.object()).contains(member)) {
      Probe.reached("fragments: a bad one is found by a late answer");
      if (part.version().equals(Version.ZERO)
          || part.version().equals(request.version())
          || isConfirmed(request)) {
        sources.onBad(member, request.object(), request.version(), problem);
      } else {
        SortedMap<MemberId, String> other = new TreeMap<>();
        other.put(member, problem);
        doubt(attempt, other);
      }
    }
  }

  /**
   * The wanted parts are there. Few fragments can have them, and among these may be the only one
   * that has this version: then it does not prove that the others are bad.
   */
  void onSuccess(ReadAttempt attempt) {
    Version version = attempt.request.version();
    if (fragments.suffice(attempt.right) || isConfirmed(attempt.request)) {
      onTooNew(attempt);
      onOlder(attempt);
      return;
    }
    SortedMap<MemberId, String> others = new TreeMap<>(attempt.older);
    attempt.newer.forEach(
        (member, newer) -> others.put(member, VersionDoubts.isInstead(newer, version)));
    attempt.older.clear();
    attempt.newer.clear();
    if (!others.isEmpty()) {
      doubt(attempt, others);
    }
  }

  /**
   * Members have other versions than the object by the record here, and the log knows neither of
   * them. All members are asked: it may be the own fragment that is wrong.
   */
  private void doubt(ReadAttempt attempt, SortedMap<MemberId, String> others) {
    FragmentReads.Request request = attempt.request;
    boolean settles = !attempt.doubtful.isEmpty();
    attempt.doubtful.putAll(others);
    if (settles) {
      return;
    }
    Probe.reached("fragments: others have a version that the log does not know");
    doubts.settle(
        request.object(),
        request.version(),
        decodes -> {
          SortedMap<MemberId, String> bad = new TreeMap<>(attempt.doubtful);
          attempt.doubtful.clear();
          bad.keySet().retainAll(sources.holders(request.object()));
          if (decodes && !replication.touches(request.object())) {
            bad.forEach((member, problem) ->
                sources.onBad(member, request.object(), request.version(), problem));
          }
        });
  }

  /** The fragments that are left do not decode: ends the attempt. */
  void onUndecodable(ReadAttempt attempt) {
    ObjectId object = attempt.request.object();
    if (isConfirmed(attempt.request)) {
      onTooNew(attempt);
      onOlder(attempt);
      attempt.fail();
      return;
    }
    if (attempt.newer.isEmpty() && !attempt.older.isEmpty()) {
      doubts.settle(
          object,
          attempt.request.version(),
          _ -> {
            if (sources.holders(object).contains(replica.self())) {
              onOlder(attempt);
            }
            attempt.fail();
          });
      return;
    }
    attempt.newer.values().stream()
        .max(Comparator.naturalOrder())
        .ifPresent(version -> onFellBehind(object, version));
    attempt.fail();
  }

  /** Whether the log says that the object has the wanted version. */
  private boolean isConfirmed(FragmentReads.Request request) {
    return VersionDoubts.known(replica, request.object())
        .filter(request.version()::equals)
        .isPresent();
  }

  /** The object is older here than elsewhere: it is this member that fell behind. */
  private void onFellBehind(ObjectId object, Version version) {
    Probe.reached("fragments: the primary's own is older than others");
    sources.onBad(replica.self(), object, version, "an older version than elsewhere");
  }

  /** Nothing shows that the wanted version is wrong: the older fragments are. */
  private void onOlder(ReadAttempt attempt) {
    FragmentReads.Request request = attempt.request;
    attempt.older.forEach(
        (member, problem) -> sources.onBad(member, request.object(), request.version(), problem));
    attempt.older.clear();
  }

  /** The wanted version decodes: fragments that are newer belong to no acknowledged update. */
  private void onTooNew(ReadAttempt attempt) {
    FragmentReads.Request request = attempt.request;
    attempt.newer.forEach((member, version) -> {
      Probe.reached("fragments: one is newer than the others");
      sources.onBad(
          member,
          request.object(),
          request.version(),
          VersionDoubts.isInstead(version, request.version()));
    });
    attempt.newer.clear();
  }
}
