package io.pando.mds.rank;

import io.pando.fs.session.EarlyWrites;
import io.pando.mds.serve.Moment;
import io.pando.mds.serve.RankService;
import io.pando.mds.session.Sessions;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.UpdateDraft;
import io.pando.probe.Probe;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Sessions that were fenced, and that the session table has until no object is left of files that
 * they did not make ({@link EarlyWrites}). If the server fails meanwhile, its successor ends them
 * again. The server has the map that fences them: no write of theirs is executed after the removal
 * of the same object.
 *
 * <p>A client that closes its session has removed such objects before.
 */
final class EndingSessions {
  private static final long AGAIN_NANOS = 1_000_000_000;

  private final MetadataStore store;
  private final Sessions sessions;
  private final RankService service;
  private final Consumer<RankEffect> out;
  private final SortedSet<Long> ending = new TreeSet<>();

  /** Those of which an object could not be removed. */
  private final SortedSet<Long> failed = new TreeSet<>();

  private long triedNanos;

  EndingSessions(
      MetadataStore store, Sessions sessions, RankService service, Consumer<RankEffect> out) {
    this.store = store;
    this.sessions = sessions;
    this.service = service;
    this.out = out;
  }

  boolean contains(long session) {
    return ending.contains(session);
  }

  /** Ends a session that is fenced. */
  void add(long session) {
    if (sessions.expire(session) && ending.add(session)) {
      remove(session);
    }
  }

  private void remove(long session) {
    service.removeFirstObjects(
        sessions.lowestUnused(session, EarlyWrites.REMOVED),
        problem -> {
          if (problem == null) {
            close(session);
          } else {
            out.accept(
                new RankEffect.Note("session %d cannot end: %s".formatted(session, problem)));
            failed.add(session);
          }
        });
  }

  /** Ends a session that left nothing. */
  void close(long session) {
    ending.remove(session);
    UpdateDraft draft = store.begin();
    sessions.close(session, draft);
    sessions.ordered(draft.order());
  }

  /** Time has passed: what failed is tried again after a while. */
  void onTime(Moment now) {
    if (!failed.isEmpty() && now.nanos() - triedNanos >= AGAIN_NANOS) {
      Probe.reached("files: objects of a session that ended are removed once more");
      triedNanos = now.nanos();
      List<Long> again = List.copyOf(failed);
      failed.clear();
      again.forEach(this::remove);
    }
  }
}
