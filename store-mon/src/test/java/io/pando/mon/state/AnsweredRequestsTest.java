package io.pando.mon.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ChangeOutcome;
import io.pando.id.NodeId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnsweredRequestsTest {
  private static final ChangeOutcome DONE = new ChangeOutcome.Accepted(3, "done");
  private static final int MAX_REQUESTERS = 4_096;
  private static final int MAX_REQUESTS = 256;

  private static RequestOrigin of(int client, long number, long oldest) {
    return new RequestOrigin(new NodeId(NodeId.Role.CLIENT, client), 7, number, oldest);
  }

  private static void assertLate(Optional<ChangeOutcome> answer) {
    assertThat(answer)
        .containsInstanceOf(ChangeOutcome.Unavailable.class)
        .hasValueSatisfying(outcome -> assertThat(outcome.toString()).contains("comes too late"));
  }

  @Test
  void aRequestIsAnsweredAsTheFirstTime() {
    AnsweredRequests answered = AnsweredRequests.NONE.plus(of(1, 5, 5), DONE);
    assertThat(answered.answer(of(1, 5, 5))).contains(DONE);
    assertThat(answered.answer(of(1, 6, 5))).isEmpty();
    assertThat(answered.answer(of(2, 5, 5))).as("of another requester").isEmpty();
    assertThat(answered.answer(new RequestOrigin(of(1, 5, 5).requester(), 8, 5, 5)))
        .as("of another incarnation")
        .isEmpty();
  }

  @Test
  void outcomesAreKeptUntilTheRequesterWantsThemNoMore() {
    AnsweredRequests answered =
        AnsweredRequests.NONE
            .plus(of(1, 5, 3), DONE)
            .plus(of(1, 4, 3), new ChangeOutcome.Rejected("no"));
    assertThat(answered.answer(of(1, 5, 3))).contains(DONE);
    assertThat(answered.answer(of(1, 4, 3))).contains(new ChangeOutcome.Rejected("no"));
    assertThat(answered.answer(of(1, 3, 3))).as("may still come for the first time").isEmpty();
    assertLate(answered.answer(of(1, 2, 2)));

    AnsweredRequests later = answered.plus(of(1, 6, 5), DONE);
    assertThat(later.answer(of(1, 5, 5))).contains(DONE);
    assertLate(later.answer(of(1, 4, 3)));
    assertThat(later.plus(of(1, 7, 2), DONE))
        .as("an older copy lowers nothing")
        .satisfies(then -> {
          assertLate(then.answer(of(1, 4, 3)));
          assertThat(then.requesters()).hasSize(1);
        });
  }

  /** A requester that calls a number older than the request itself the oldest forgets itself. */
  @Test
  void theRequestItselfIsAlwaysRemembered() {
    AnsweredRequests answered = AnsweredRequests.NONE.plus(of(1, 5, 9), DONE);
    assertThat(answered.answer(of(1, 5, 9))).contains(DONE);
  }

  @Test
  void theOldestRequestsOfOneRequesterGoWhenThereAreTooMany() {
    AnsweredRequests answered = AnsweredRequests.NONE;
    for (int i = 1; i <= MAX_REQUESTS; i++) {
      answered = answered.plus(of(1, i, 1), DONE);
    }
    assertThat(answered.answer(of(1, 1, 1))).contains(DONE);
    AnsweredRequests more = answered.plus(of(1, MAX_REQUESTS + 1, 1), DONE);
    assertLate(more.answer(of(1, 1, 1)));
    assertThat(more.answer(of(1, 2, 1))).contains(DONE);
  }

  @Test
  void whoAskedLongestAgoIsForgotten() {
    AnsweredRequests answered = AnsweredRequests.NONE;
    for (int client = 1; client <= MAX_REQUESTERS; client++) {
      answered = answered.plus(of(client, 1, 1), DONE);
    }
    AnsweredRequests more = answered.plus(of(1, 2, 1), DONE).plus(of(0, 1, 1), DONE);
    assertThat(more.requesters()).hasSize(MAX_REQUESTERS);
    assertThat(more.answer(of(1, 1, 1))).as("asked again").contains(DONE);
    assertThat(more.answer(of(2, 1, 1))).isEmpty();
    assertThat(more.answer(of(3, 1, 1))).contains(DONE);
  }

  @Test
  void longSentencesAreShortened() {
    RequestOrigin origin = of(1, 1, 1);
    String thousand = "x".repeat(1_000);
    assertThat(told(new ChangeOutcome.Rejected(thousand + "y"), origin))
        .isEqualTo(new ChangeOutcome.Rejected(thousand + "..."));
    assertThat(told(new ChangeOutcome.Accepted(4, thousand + "y"), origin))
        .isEqualTo(new ChangeOutcome.Accepted(4, thousand + "..."));
    assertThat(told(new ChangeOutcome.Unavailable(thousand + "y"), origin))
        .isEqualTo(new ChangeOutcome.Unavailable(thousand + "..."));
    assertThat(told(new ChangeOutcome.Rejected(thousand), origin))
        .isEqualTo(new ChangeOutcome.Rejected(thousand));
  }

  private static ChangeOutcome told(ChangeOutcome outcome, RequestOrigin origin) {
    return AnsweredRequests.NONE.plus(origin, outcome).answer(origin).orElseThrow();
  }
}
