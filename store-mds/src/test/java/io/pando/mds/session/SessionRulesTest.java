package io.pando.mds.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.InoRange;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.store.JournalReplay;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.PlayedObjects;
import io.pando.mds.store.RankMetadata;
import io.pando.mds.store.StoreEffect;
import io.pando.mds.store.StoreLimits;
import io.pando.mds.store.UpdateDraft;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Single histories, on objects that answer when they are asked to. */
class SessionRulesTest {
  private static final SessionLimits LIMITS = new SessionLimits(100, 10, 4, 2, 2, 2);
  private static final ClientIdentity CLIENT = new ClientIdentity("host", "test", "1");
  private static final InoRange FIRST = new InoRange(Ino.FIRST_FREE, 4);

  private final PlayedObjects objects = new PlayedObjects();
  private final Deque<StoreEffect.Call> calls = new ArrayDeque<>();
  private final List<SessionEffect> effects = new ArrayList<>();
  private JournalReplay replay = start(false);
  private Sessions sessions = load(0);

  private JournalReplay start(boolean begun) {
    return new JournalReplay(
        StoreLimits.usual(),
        new JournalLayout(0, 1 << 20),
        new RankMetadata(new NameHash(3)),
        begun,
        null,
        effect -> {
          if (effect instanceof StoreEffect.Call call) {
            calls.addLast(call);
          }
        });
  }

  private Sessions load(long now) {
    pump();
    store().readAll(store().metadata().sessions());
    pump();
    return new Sessions(now, LIMITS, store().metadata().sessions(), effects::add);
  }

  private MetadataStore store() {
    return Objects.requireNonNull(replay.store());
  }

  private void pump() {
    while (!calls.isEmpty()) {
      StoreEffect.Call call = calls.removeFirst();
      replay.onAnswer(call.token(), objects.execute(call.object(), call.operations()));
    }
  }

  private void failOver(long now) {
    calls.clear();
    replay = start(true);
    sessions = load(now);
  }

  private List<SessionEffect> durable() {
    pump();
    sessions.onDurable(store().durable());
    List<SessionEffect> all = List.copyOf(effects);
    effects.clear();
    return all;
  }

  private @Nullable String open(long now, long session) {
    boolean fresh = !sessions.contains(session);
    UpdateDraft draft = store().begin();
    String refused = sessions.open(now, session, CLIENT, draft);
    if (fresh && refused == null) {
      sessions.ordered(draft.order());
    }
    return refused;
  }

  private void answer(long request, @Nullable Ino made) {
    UpdateDraft draft = store().begin();
    FsAnswer answer = made == null ? new FsAnswer.Done() : new FsAnswer.Found(fifo(made));
    sessions.answered(7, request, answer, made, draft);
    sessions.ordered(draft.order());
  }

  private static Inode fifo(Ino ino) {
    return new Inode(
        ino,
        new Permissions(0600, 0, 0),
        FileTimes.bornAt(Timestamp.EPOCH),
        1,
        new InodeContent.Special(FileType.FIFO, 0),
        new TreeMap<>());
  }

  private static Ino number(int index) {
    return new Ino(Ino.FIRST_FREE.value() + index);
  }

  @Test
  void sessionsAreOpenOnceTheyAreDurable() {
    assertThat(open(0, 7)).isNull();
    assertThat(open(0, 7)).isNull();
    assertThat(effects).isEmpty();
    assertThat(sessions.isLive(7)).isFalse();
    assertThat(durable()).containsExactly(new SessionEffect.Opened(7, true, List.of(FIRST)));
    assertThat(open(0, 7)).isNull();
    assertThat(durable()).containsExactly(new SessionEffect.Opened(7, false, List.of(FIRST)));
    assertThat(open(0, 8)).isNull();
    assertThat(open(0, 0)).isEqualTo("0 is not a number of a session");
    assertThat(open(0, 9)).isEqualTo("there are 2 sessions, the most that are allowed");
  }

  @Test
  void leasesEnd() {
    open(0, 7);
    durable();
    sessions.onTime(109);
    assertThat(sessions.renew(109, 7)).isTrue();
    sessions.onTime(218);
    assertThat(effects).isEmpty();
    assertThat(sessions.status(200))
        .containsExactly(new SessionStatus(7, CLIENT, SessionStage.OPEN, 19, 0));
    sessions.onTime(219);
    sessions.onTime(300);
    assertThat(durable()).containsExactly(new SessionEffect.Expired(7));
    assertThat(sessions.renew(300, 7)).isFalse();
    assertThat(sessions.admits(7)).isFalse();
    assertThat(open(300, 7)).isEqualTo("the session is over");
    UpdateDraft draft = store().begin();
    sessions.close(7, draft);
    sessions.ordered(draft.order());
    assertThatThrownBy(() -> sessions.close(7, store().begin()))
        .isInstanceOf(Invariant.BrokenInvariant.class);
    assertThat(durable()).containsExactly(new SessionEffect.Closed(7));
    assertThat(sessions.contains(7)).isFalse();
    assertThat(open(300, 7)).isNull();
    assertThat(durable())
        .as("other numbers")
        .containsExactly(new SessionEffect.Opened(7, true, List.of(new InoRange(number(4), 4))));
  }

  @Test
  void numbersAreReplenishedWhenTheyAreDurable() {
    open(0, 7);
    durable();
    answer(1, number(1));
    sessions.onOldest(7, 2);
    answer(2, number(0));
    assertThat(durable()).isEmpty();
    sessions.onOldest(7, 3);
    answer(3, number(3));
    assertThat(sessions.mayUse(7, number(4))).isFalse();
    assertThat(durable())
        .containsExactly(new SessionEffect.MoreNumbers(7, List.of(new InoRange(number(4), 4))));
    assertThat(sessions.mayUse(7, number(4))).isTrue();
    assertThat(sessions.mayUse(7, number(3))).isFalse();
    assertThatThrownBy(() -> answer(4, number(3)))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessageContaining("which is not its number");
  }

  @Test
  void answersAreRememberedUntilTheyCannotBeRepeated() {
    open(0, 7);
    durable();
    answer(1, number(1));
    answer(5, null);
    assertThat(sessions.past(7, 1)).isEqualTo(new PastAnswer(store().ordered() - 1, number(1)));
    assertThat(sessions.past(7, 5)).isEqualTo(new PastAnswer(store().ordered(), null));
    assertThat(sessions.past(7, 3)).isNull();
    assertThat(sessions.admits(7)).as("two are the most").isFalse();
    durable();
    failOver(1_000);
    assertThat(sessions.awaited()).containsExactly(7L);
    assertThat(sessions.past(7, 1)).isEqualTo(new PastAnswer(0, number(1)));
    assertThat(sessions.past(7, 5)).isEqualTo(new PastAnswer(0, null));
    assertThat(sessions.mayUse(7, number(1))).isFalse();
    assertThat(sessions.mayUse(7, number(2))).isTrue();
    sessions.onOldest(7, 6);
    assertThat(sessions.past(7, 5)).isNull();
    assertThat(sessions.isForgotten(7, 5)).isTrue();
    assertThat(sessions.admits(7)).isTrue();
    answer(6, null);
    durable();
    assertThat(store().metadata().sessions().rowsInMemory())
        .as("the session and the newest answer, and two that are to be removed")
        .isBetween(2, 4);
    assertThatThrownBy(() -> answer(6, null)).hasMessageContaining("is done twice");
    UpdateDraft draft = store().begin();
    assertThatThrownBy(
            () -> sessions.answered(7, 9, new FsAnswer.Failed(FsError.ENOENT), null, draft))
        .hasMessageContaining("not an answer of a change");
  }

  @Test
  void sessionsOfAFormerHolderContinueOrExpire() {
    open(0, 7);
    open(0, 8);
    durable();
    failOver(5_000);
    assertThat(sessions.awaited()).containsExactly(7L, 8L);
    assertThat(open(5_050, 7)).isNull();
    assertThat(durable()).containsExactly(new SessionEffect.Opened(7, false, List.of(FIRST)));
    sessions.onReconnected(7);
    assertThat(sessions.awaited()).containsExactly(8L);
    sessions.onTime(5_110);
    assertThat(durable()).containsExactly(new SessionEffect.Expired(8));
    assertThat(sessions.awaited()).isEmpty();
  }
}
