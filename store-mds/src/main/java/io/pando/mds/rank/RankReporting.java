package io.pando.mds.rank;

import io.pando.mds.serve.Moment;
import io.pando.mds.serve.RankService;
import io.pando.mds.session.SessionStatus;
import io.pando.mds.session.Sessions;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.StoreLimits;
import io.pando.report.files.ClientReport;
import io.pando.report.files.RankLoad;
import io.pando.report.files.RankReport;
import io.pando.report.files.WaitingRequest;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Makes the report of a rank. */
final class RankReporting {
  private RankReporting() {}

  static RankReport of(
      Moment now, MetadataStore store, StoreLimits limits, Sessions sessions, RankService service) {
    List<WaitingRequest> waiting = service.waiting(now);
    List<ClientReport> clients =
        sessions.status(now.nanos()).stream()
            .map(status -> client(status, service, waiting))
            .toList();
    return new RankReport(
        new RankReport.JournalUse(
            store.journalBytes(), limits.mostBytes(), store.ordered(), store.durable()),
        clients,
        waiting.stream().limit(RankReport.MOST_WAITING).toList(),
        waiting.size());
  }

  static RankLoad load(MetadataStore store, StoreLimits limits, List<WaitingRequest> waiting) {
    int slow = 0;
    long oldestNanos = TimeUnit.SECONDS.toNanos(RankLoad.SLOW_SECONDS);
    String waitsFor = "";
    for (WaitingRequest each : waiting) {
      if (each.nanos() > TimeUnit.SECONDS.toNanos(RankLoad.SLOW_SECONDS)) {
        slow++;
      }
      if (each.nanos() > oldestNanos) {
        oldestNanos = each.nanos();
        waitsFor = each.waitsFor();
      }
    }
    return new RankLoad(
        slow,
        slow == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(oldestNanos),
        waitsFor,
        store.journalBytes(),
        limits.mostBytes());
  }

  private static ClientReport client(
      SessionStatus status, RankService service, List<WaitingRequest> waiting) {
    long requests = waiting.stream().filter(it -> it.session() == status.session()).count();
    return new ClientReport(
        status.session(),
        status.client(),
        status.phase().name().toLowerCase(Locale.ROOT),
        status.leaseNanos(),
        service.held(status.session()),
        Math.toIntExact(requests));
  }
}
