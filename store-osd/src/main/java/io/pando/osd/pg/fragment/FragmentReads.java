package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.erasure.FragmentRange;
import io.pando.erasure.Positions;
import io.pando.erasure.RangePlan;
import io.pando.erasure.ReadCosts;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.FragmentCounts;
import io.pando.probe.Probe;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Reads parts of the fragments of objects from the members that have them, and computes what is
 * lost. A fragment that turns out to be bad is reported, and the read continues with others.
 */
public final class FragmentReads {
  /** For whom an object is read. */
  enum Purpose {
    /** For an update, which needs old bytes. */
    UPDATE,

    /** For a client: only the fragments that it needs are read. */
    CLIENT,

    /** For a client: all fragments are asked for, and the first that suffice are taken. */
    CLIENT_FAST
  }

  /**
   * What is read of one object.
   *
   * @param version of the object
   * @param objectBytes size of the object
   * @param wanted parts of its fragments, within their sizes
   */
  record Request(
      ObjectId object,
      Version version,
      long objectBytes,
      List<FragmentRange> wanted,
      Purpose purpose) {}

  private final Replica replica;
  private final Fragments fragments;
  private final PrimaryReplication replication;
  private final FragmentSources sources;
  private final SecondLook secondLook;
  private final FragmentQuestions questions;
  private final VersionDoubts doubts;
  private final ReadVerdicts verdicts;

  public FragmentReads(
      Replica replica,
      Fragments fragments,
      PrimaryReplication replication,
      FragmentSources sources) {
    this.replica = replica;
    this.fragments = fragments;
    this.replication = replication;
    this.sources = sources;
    this.questions = new FragmentQuestions(replica);
    this.secondLook = new SecondLook(replica, replication, questions, sources);
    this.doubts = new VersionDoubts(replica, fragments, questions, sources);
    this.verdicts = new ReadVerdicts(replica, fragments, replication, sources, secondLook, doubts);
  }

  /**
   * Reads parts of fragments.
   *
   * @param then receives at least these parts
   * @param undecodable called instead if the fragments that are left do not determine them
   */
  void read(Request request, Consumer<RowBytes> then, Runnable undecodable) {
    if (request.wanted().isEmpty()) {
      then.accept(new RowBytes());
      return;
    }
    start(new ReadAttempt(fragments, request, replica.log().head(), then, undecodable));
  }

  private void start(ReadAttempt attempt) {
    Request request = attempt.request;
    SortedMap<Integer, MemberId> holders = byPosition(attempt);
    RangePlan found =
        attempt.plan(
            Fragments.positions(holders.values()),
            position -> replica.self().equals(holders.get(position)) ? 0 : 1);
    if (!(found instanceof RangePlan.Decodable plan)) {
      Probe.reached("fragments: too few are left to decode");
      verdicts.onUndecodable(attempt);
      return;
    }
    Probe.reachedIf(!plan.decoded().isEmpty(), "fragments: lost ones are computed");
    SortedMap<Integer, List<ByteRange>> ranges =
        request.purpose() == Purpose.CLIENT_FAST
            ? everywhere(attempt, holders)
            : ReadAttempt.ranges(plan);
    holders.keySet().retainAll(ranges.keySet());
    attempt.begin(plan, holders.values());
    FragmentQuestions.Round round = attempt.round;
    holders.forEach((position, member) -> {
      List<ByteRange> wanted = ranges.getOrDefault(position, List.of());
      questions.ask(
          round,
          member,
          new FragmentMessage.Query(request.object(), request.version(), wanted, false),
          part -> onPart(attempt, member, wanted, part));
    });
  }

  /** A fast read asks all members, except those that are behind if the others suffice. */
  private SortedMap<Integer, List<ByteRange>> everywhere(
      ReadAttempt attempt, SortedMap<Integer, MemberId> holders) {
    SortedMap<Integer, MemberId> prompt = new TreeMap<>(holders);
    prompt.values().removeIf(questions::isBehind);
    boolean enough =
        attempt.plan(Fragments.positions(prompt.values()), ReadCosts.EQUAL)
            instanceof RangePlan.Decodable;
    Probe.reachedIf(prompt.size() < holders.size() && enough, "fragments: a slow one is left out");
    List<ByteRange> ranges = attempt.everywhere();
    SortedMap<Integer, List<ByteRange>> all = new TreeMap<>();
    (enough ? prompt : holders).keySet().forEach(position -> all.put(position, ranges));
    return all;
  }

  /**
   * The version that the log says an object has; empty if the log does not know it, or an update of
   * the object is under way, which the store may not have yet.
   */
  Optional<Version> settled(ObjectId object) {
    return replication.touches(object) ? Optional.empty() : VersionDoubts.known(replica, object);
  }

  /** Doubts the version of an object by the record here, which the log does not confirm. */
  void doubt(ObjectId object, Version version, Consumer<Boolean> then) {
    doubts.settle(object, version, then);
  }

  /** The positions of which some member has the fragment of the object. */
  Positions held(ObjectId object) {
    return Fragments.positions(sources.holders(object));
  }

  /** The member to ask at each position: this one where it can. */
  private SortedMap<Integer, MemberId> byPosition(ReadAttempt attempt) {
    SortedMap<Integer, MemberId> holders = new TreeMap<>();
    for (MemberId member : sources.holders(attempt.request.object())) {
      if (!attempt.bad.contains(member)) {
        holders.merge(member.position(), member, (a, b) -> b.equals(replica.self()) ? b : a);
      }
    }
    return holders;
  }

  /** Reads what a member has of a fragment. */
  void ask(MemberId member, FragmentMessage.Query query, Consumer<FragmentMessage.Part> then) {
    ask(member, List.of(query), parts -> then.accept(parts.getFirst()));
  }

  /**
   * Reads what a member has of some fragments.
   *
   * @param then receives one part for each query; if the member goes down, without bytes
   */
  public void ask(
      MemberId member,
      List<FragmentMessage.Query> queries,
      Consumer<List<FragmentMessage.Part>> then) {
    questions.ask(member, queries, then);
  }

  /**
   * Asks some members the same, and takes the first answer that is right. Those that are behind are
   * not asked if others are left.
   *
   * @param isRight called for each answer until one is right
   * @param failed called if none is
   */
  void askFirst(
      Collection<MemberId> members,
      FragmentMessage.Query query,
      BiPredicate<MemberId, FragmentMessage.Part> isRight,
      Consumer<FragmentMessage.Part> then,
      Runnable failed) {
    List<MemberId> prompt = members.stream().filter(it -> !questions.isBehind(it)).toList();
    Collection<MemberId> some = prompt.isEmpty() ? members : prompt;
    FragmentQuestions.Round round = new FragmentQuestions.Round(some);
    for (MemberId member : some) {
      questions.ask(
          round,
          member,
          query,
          part -> {
            if (round.hasEnded()) {
              Probe.reached("fragments: attributes come late");
              secondLook.ifMissing(member, query.object(), part);
            } else if (isRight.test(member, part)) {
              questions.end(round);
              then.accept(part);
            } else if (round.isAnswered()) {
              failed.run();
            }
          });
    }
  }

  /** Number of answers that are awaited of other members. */
  int awaited() {
    return questions.size();
  }

  /** A member answers. */
  public void onRead(MemberId from, FragmentMessage.FragmentsRead answer) {
    questions.onRead(from, answer);
  }

  /** A newer map: members that are asked may be down. */
  public void onMap() {
    questions.onMap();
  }

  /** Messages under way to this member may be lost. */
  public void onReset(MemberId member) {
    questions.onReset(member);
  }

  private void onPart(
      ReadAttempt attempt, MemberId member, List<ByteRange> ranges, FragmentMessage.Part part) {
    String problem = attempt.problem(member, ranges, part);
    if (attempt.round.hasEnded()) {
      verdicts.onLate(attempt, member, part, problem);
      return;
    }
    if (problem.isEmpty()) {
      attempt.add(member, ranges, part);
      if (attempt.request.purpose() == Purpose.CLIENT_FAST && attempt.suffices()) {
        Probe.reachedIf(!attempt.round.isAnswered(), "fragments: a fast read ends early");
        succeed(attempt);
        return;
      }
    } else {
      attempt.again = true;
      verdicts.onBad(attempt, member, part, problem);
    }
    if (!attempt.round.isAnswered()) {
      return;
    }
    if (!attempt.again) {
      succeed(attempt);
    } else if (replication.touches(attempt.request.object())) {
      Probe.reached("fragments: read again once updates under way are committed");
      replication.whenCommitted(() -> start(attempt));
    } else {
      start(attempt);
    }
  }

  private void succeed(ReadAttempt attempt) {
    questions.end(attempt.round);
    verdicts.onSuccess(attempt);
    if (attempt.decodesLost() && attempt.request.purpose() != Purpose.UPDATE) {
      replica.emit(new Effect.CountFragments(FragmentCounts.decodedRead()));
    }
    attempt.succeed();
  }
}
