package io.pando.osd.pg.fragment;

import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Doubts whether the version in the record of the primary's own fragment is right. Every member has
 * every entry of the log, so the newest entry of an object tells its version. Of an object that the
 * log does not know any more the other members tell: another version that is on members whose
 * fragments decode is right, if the members with that of the record do not decode.
 */
final class VersionDoubts {
  private final Replica replica;
  private final Fragments fragments;
  private final FragmentQuestions questions;
  private final FragmentSources sources;

  VersionDoubts(
      Replica replica, Fragments fragments, FragmentQuestions questions, FragmentSources sources) {
    this.replica = replica;
    this.fragments = fragments;
    this.questions = questions;
    this.sources = sources;
  }

  /** The version that the log says the object has; empty if the log has no update of it. */
  static Optional<Version> known(Replica replica, ObjectId object) {
    return replica
        .log()
        .newestOf(object)
        .filter(entry -> entry.kind() == LogEntry.Kind.MODIFY)
        .map(LogEntry::version);
  }

  /** Whether the object cannot have this version, since the log has a later part of its history. */
  static boolean isTooNew(Replica replica, ObjectId object, Version version) {
    Version newest =
        replica.log().newestOf(object).map(LogEntry::version).orElse(replica.log().tail());
    return version.isAfter(newest);
  }

  /**
   * Asks all other members for their versions of an object that the log does not know. If they
   * prove that the record here is wrong, the own fragment is bad.
   *
   * @param version of the object by the record here
   * @param then receives whether members that have this version decode
   */
  void settle(ObjectId object, Version version, Consumer<Boolean> then) {
    NavigableMap<Version, SortedSet<MemberId>> having = new TreeMap<>();
    List<MemberId> others = new ArrayList<>(sources.holders(object));
    if (others.remove(replica.self())) {
      having.computeIfAbsent(version, _ -> new TreeSet<>()).add(replica.self());
    }
    if (others.isEmpty()) {
      then.accept(false);
      return;
    }
    FragmentQuestions.Round round = new FragmentQuestions.Round(others);
    for (MemberId member : others) {
      questions.ask(
          round,
          member,
          new FragmentMessage.Query(object, version, List.of(), false),
          part -> {
            if (!part.isMissing()) {
              having.computeIfAbsent(part.version(), _ -> new TreeSet<>()).add(member);
            }
            if (round.isAnswered()) {
              then.accept(judge(object, version, having));
            }
          });
    }
  }

  /** Whether the version decodes; if another one does instead, the own fragment is bad. */
  private boolean judge(
      ObjectId object, Version version, NavigableMap<Version, SortedSet<MemberId>> having) {
    boolean decodes = fragments.suffice(having.getOrDefault(version, new TreeSet<>()));
    Version other =
        having.descendingMap().entrySet().stream()
            .filter(it -> !it.getKey().equals(version) && it.getKey().isAfter(Version.ZERO))
            .filter(it -> fragments.suffice(it.getValue()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(null);
    if (other != null && !decodes && replica.log().newestOf(object).isEmpty()) {
      Probe.reached("fragments: others prove that the record of the primary's own is wrong");
      sources.onBad(replica.self(), object, other, isInstead(version, other));
    }
    return decodes;
  }

  /** What is wrong with a fragment, as text for people. */
  static String isInstead(Version version, Version right) {
    return "it has version %s, not %s".formatted(version, right);
  }
}
