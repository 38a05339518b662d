package io.pando.osd.pg.fragment;

import io.pando.collect.Utf8Order;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A member's side of reads of fragments: answers with what is here. An answer may show updates that
 * are not durable yet: the primary that sent them knows.
 */
public final class FragmentServer {
  private final Replica replica;

  public FragmentServer(Replica replica) {
    this.replica = replica;
  }

  /** The primary asks for parts of fragments. */
  public void onRead(Peer via, FragmentMessage.ReadFragments message) {
    takeBackGivenUp(message);
    long epoch = replica.epoch();
    read(
        replica,
        message.objects(),
        parts -> {
          List<FragmentMessage.Part> answers = new ArrayList<>();
          for (int i = 0; i < parts.size(); i++) {
            FragmentMessage.Query query = message.objects().get(i);
            noteIfBad(query, parts.get(i));
            answers.add(parts.get(i).missingIn(replica.missing().get(query.object())));
          }
          replica.answer(
              via,
              new FragmentMessage.FragmentsRead(replica.group(), epoch, message.number(), answers));
        });
  }

  /**
   * A copy that is not a member takes part in no activation, which would make it take back updates
   * that the group gave up. Its fragments may be needed as they were before them. An active primary
   * knows the newest update of an object; so what is newer here was given up, and with it all that
   * followed, unless the question is from an interval before the present one.
   */
  private void takeBackGivenUp(FragmentMessage.ReadFragments message) {
    if (replica.membership().members().contains(replica.self())
        || message.epoch() < replica.interval()) {
      return;
    }
    SortedMap<ObjectId, Version> wanted = new TreeMap<>();
    message.objects().forEach(query -> wanted.put(query.object(), query.version()));
    List<LogEntry> kept = new ArrayList<>();
    boolean any = false;
    for (LogEntry entry : replica.log().entries()) {
      Version newest = wanted.get(entry.object());
      any |= newest != null && entry.touchesObject() && entry.version().isAfter(newest);
      if (any) {
        break;
      }
      kept.add(entry);
    }
    Version to = kept.isEmpty() ? replica.log().tail() : kept.getLast().version();
    Version settled = replica.undo().settled();
    if (any && settled != null && !settled.isAfter(to)) {
      Probe.reached("fragments: a copy that is not a member takes back what the group gave up");
      // The totals were those after the updates. This log may be the authoritative one later.
      GroupInfo before = replica.info().withTotals(replica.info().totals().uncounted());
      replica.adoption().merge(LogMerge.of(replica.log(), replica.log().tail(), kept), before);
    }
  }

  /** Reads what is here of some fragments. */
  static void read(
      Replica replica,
      List<FragmentMessage.Query> queries,
      Consumer<List<FragmentMessage.Part>> then) {
    FragmentMessage.Part[] parts = new FragmentMessage.Part[queries.size()];
    int[] left = {queries.size()};
    for (int i = 0; i < queries.size(); i++) {
      int index = i;
      readOne(
          replica,
          queries.get(i),
          part -> {
            parts[index] = part;
            if (--left[0] == 0) {
              then.accept(Arrays.asList(parts));
            }
          });
    }
  }

  private static void readOne(
      Replica replica, FragmentMessage.Query query, Consumer<FragmentMessage.Part> then) {
    if (query.readmit()) {
      new Readmission(replica)
          .look(query, (outcome, here) -> then.accept(readmitted(query, outcome, here)));
      return;
    }
    replica
        .reads()
        .object(
            query.object(),
            new ObjectQuery(query.ranges(), List.of(), false),
            outcome -> then.accept(part(query, outcome, replica.isBehind(query.object()))));
  }

  private static FragmentMessage.Part readmitted(
      FragmentMessage.Query query, ReadOutcome outcome, boolean here) {
    FragmentMessage.Part part = part(query, outcome, false);
    return here || !part.problem().isEmpty() ? part : absent();
  }

  /** What a read found of a fragment. */
  static FragmentMessage.Part part(
      FragmentMessage.Query query, ReadOutcome outcome, boolean behind) {
    return switch (outcome) {
      case ReadOutcome.Found found -> {
        ObjectView view = found.view();
        Version version = ObjectState.of(view).version();
        boolean wanted = version.equals(query.version());
        yield new FragmentMessage.Part(
            version,
            view.size(),
            query.attributes() ? view.attributes() : new TreeMap<>(Utf8Order.INSTANCE),
            wanted ? view.data() : List.of(),
            "",
            behind);
      }
      case ReadOutcome.Absent _ -> absent();
      case ReadOutcome.Damaged damaged -> unreadable(damaged.what());
    };
  }

  /** The answer of an OSD that does not have the group, or not any more. */
  public static FragmentMessage.FragmentsRead nothing(
      FragmentMessage.ReadFragments asked, long epoch) {
    return new FragmentMessage.FragmentsRead(
        asked.group(), epoch, asked.number(), asked.objects().stream().map(_ -> absent()).toList());
  }

  /** The part of a fragment that is not here. */
  static FragmentMessage.Part absent() {
    return unreadable("");
  }

  private static FragmentMessage.Part unreadable(String why) {
    return new FragmentMessage.Part(
        Version.ZERO, 0, new TreeMap<>(Utf8Order.INSTANCE), List.of(), why, false);
  }

  /**
   * Records a fragment as missing that should be here as the primary says, and is not. A request
   * that was sent again may arrive after an update of the object, or before one under way; then it
   * does not tell which version should be here now. Neither does one for a version that the log
   * does not confirm, if another is here: the record that the primary believes may be wrong.
   */
  private void noteIfBad(FragmentMessage.Query query, FragmentMessage.Part part) {
    ObjectId object = query.object();
    Version wanted = query.version();
    boolean right = part.problem().isEmpty() && part.version().equals(wanted);
    boolean known =
        VersionDoubts.known(replica, object)
            .map(wanted::equals)
            .orElse(
                !VersionDoubts.isTooNew(replica, object, wanted)
                    && part.version().equals(Version.ZERO));
    boolean outdated =
        part.version().isAfter(wanted)
            || replica
                .log()
                .newestOf(object)
                .filter(entry -> entry.version().isAfter(wanted))
                .isPresent();
    if (!right
        && known
        && !outdated
        && replica.membership().members().contains(replica.self())
        && replica.info().covers(object)
        && !replica.missing().containsKey(object)) {
      Probe.reached("fragments: a member records its own as missing");
      replica.emit(new Effect.CountDamaged());
      replica.report(
          "%s is bad here, will be rebuilt: %s"
              .formatted(
                  object, part.problem().isEmpty() ? "version " + part.version() : part.problem()));
      if (part.problem().isEmpty()) {
        replica.noteWrong(object, wanted);
      } else {
        replica.noteMissing(object, wanted);
      }
    }
  }
}
