package io.pando.mds.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.fs.Ino;
import io.pando.fs.request.FsRequest;
import io.pando.mds.work.MdsCount;
import io.pando.mds.work.MdsSize;
import io.pando.mds.work.RankFigures;
import io.pando.mds.work.ServerRole;
import io.pando.message.FileMessage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MdsMetersTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final ServerRole ACTIVE = new ServerRole("active", "home", "0");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MdsMeters meters = new MdsMeters(registry);

  private static RankFigures figures(long records, long rows) {
    RankFigures figures = new RankFigures();
    figures.count(MdsCount.JOURNAL_RECORDS, records);
    figures.size(MdsSize.ROWS, rows);
    return figures;
  }

  private double records() {
    return registry.get("pando.mds.journal.records").counter().count();
  }

  private double rows() {
    return registry.get("pando.mds.rows").gauge().value();
  }

  private void assertState(String state) {
    assertThat(registry.find("pando.mds.state").gauges()).hasSize(1);
    assertThat(registry.get("pando.mds.state").tag("state", state).gauge().value()).isEqualTo(1);
  }

  @Test
  void countsGoOnThroughLivesAndSizesEndWithOne() {
    LifeMeters first = new LifeMeters(meters);
    assertThat(first.isDue(-7 * SECOND)).isTrue();
    first.show(-7 * SECOND, ServerRole.without("standby"), null);
    assertState("standby");
    assertThat(first.isDue(-6 * SECOND - 1)).isFalse();
    assertThat(first.isDue(-6 * SECOND)).isTrue();
    first.show(0, ACTIVE, figures(10, 5));
    first.show(SECOND, ACTIVE, figures(12, 4));
    assertState("active");
    assertThat(records()).isEqualTo(12);
    assertThat(rows()).isEqualTo(4);

    first.end();
    assertState("ended");
    assertThat(records()).isEqualTo(12);
    assertThat(rows()).isZero();

    LifeMeters second = new LifeMeters(meters);
    second.show(2 * SECOND, ACTIVE, figures(3, 1));
    assertThat(records()).isEqualTo(15);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void requestsAreTimedByKindAndOutcome() {
    meters.onAnswered(new FsRequest.GetInode(Ino.ROOT), false, SECOND);
    meters.onAnswered(new FsRequest.GetInode(Ino.ROOT), true, 31 * SECOND);
    meters.onMessage(new FileMessage.RenewSession(1));
    assertThat(timer("done")).isEqualTo(1);
    assertThat(timer("failed")).isEqualTo(31);
    assertThat(registry.get("pando.mds.request.slow").counter().count()).isEqualTo(1);
    assertThat(registry.get("pando.mds.messages").tag("kind", "renew_session").counter().count())
        .isEqualTo(1);
  }

  private double timer(String outcome) {
    return registry
        .get("pando.mds.request")
        .tags("operation", "get_inode", "outcome", outcome)
        .timer()
        .totalTime(TimeUnit.SECONDS);
  }
}
