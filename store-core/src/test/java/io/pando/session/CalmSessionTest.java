package io.pando.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.message.MonitorMessage;
import io.pando.session.FakeMonitors.Mood;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The keep-alives of a session whose owner is calm. */
class CalmSessionTest extends SessionFixture {
  private static final long KEEP_ALIVE_MILLIS = CONFIG.keepAliveNanos() / 1_000_000;

  private final List<MonitorMessage.Answer> answers = new ArrayList<>();

  /** Keep-alives that are sent in the time of {@code periods} of them. */
  private long keepAlives(int periods) {
    monitors.log.clear();
    loop.run(periods * KEEP_ALIVE_MILLIS);
    return monitors.log.stream().filter(line -> line.contains("Subscribe[")).count();
  }

  @Test
  void leavesOutKeepAlivesWhileItsOwnerIsCalm() {
    startAndLearn();
    int periods = 4 * Conversation.CALM_KEEP_ALIVES;
    assertThat(keepAlives(periods)).isEqualTo(periods);
    calm = true;
    assertThat(keepAlives(periods)).isEqualTo(4);
    monitors.advance();
    loop.run(100);
    assertThat(session.map()).isEqualTo(monitors.map);
    calm = false;
    assertThat(keepAlives(periods)).isEqualTo(periods);
  }

  @Test
  void doesNotTakeAMonitorForSilentThatItDidNotAsk() {
    calm = true;
    startAndLearn();
    NodeId first = monitors.current();
    loop.run(10 * Conversation.CALM_KEEP_ALIVES * KEEP_ALIVE_MILLIS);
    assertThat(monitors.current()).isEqualTo(first);
    assertThat(monitors.log).noneMatch(line -> line.contains("disconnect"));
  }

  @Test
  void detectsSilenceAsSoonAsBeforeOnceItsOwnerIsNotCalm() {
    calm = true;
    startAndLearn();
    loop.run(3 * KEEP_ALIVE_MILLIS);
    NodeId first = monitors.current();
    monitors.mood(first, Mood.SILENT);
    loop.run(KEEP_ALIVE_MILLIS);
    calm = false;
    loop.run(CONFIG.silenceNanos() / 1_000_000 + 2 * KEEP_ALIVE_MILLIS);
    assertThat(monitors.current()).isNotEqualTo(first);
  }

  @Test
  void leavesASilentOrLeaderlessMonitorAlsoWhileItsOwnerIsCalm() {
    for (Mood mood : List.of(Mood.SILENT, Mood.LEADERLESS)) {
      monitors.all(Mood.WELL);
      calm = true;
      startAndLearn();
      NodeId first = monitors.current();
      monitors.mood(first, mood);
      loop.run(
          Conversation.CALM_KEEP_ALIVES * KEEP_ALIVE_MILLIS
              + CONFIG.silenceNanos() / 1_000_000
              + 2 * KEEP_ALIVE_MILLIS);
      assertThat(monitors.current()).as("%s", mood).isNotEqualTo(first);
    }
  }

  @Test
  void aPendingRequestKeepsTheKeepAlives() {
    calm = true;
    startAndLearn();
    loop.run(3 * KEEP_ALIVE_MILLIS);
    NodeId first = monitors.current();
    monitors.mood(first, Mood.SILENT);
    session.ask(MonitorMessage.Question.OSDS, answers::add);
    loop.run(CONFIG.silenceNanos() / 1_000_000 + 2 * KEEP_ALIVE_MILLIS);
    assertThat(monitors.current()).isNotEqualTo(first);
    assertThat(answers).hasSize(1).first().isInstanceOf(MonitorMessage.OsdsAnswer.class);
  }
}
