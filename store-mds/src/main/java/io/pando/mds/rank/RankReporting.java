package io.pando.mds.rank;

import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.mds.serve.Moment;
import io.pando.mds.serve.RankService;
import io.pando.mds.session.SessionStatus;
import io.pando.mds.session.Sessions;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.StoreLimits;
import io.pando.mds.tree.Tree;
import io.pando.mds.work.MdsCount;
import io.pando.mds.work.MdsSize;
import io.pando.mds.work.RankFigures;
import io.pando.report.files.ClientReport;
import io.pando.report.files.RankLoad;
import io.pando.report.files.RankReport;
import io.pando.report.files.WaitingRequest;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Makes the reports of a rank. */
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

  static RankFigures figures(
      Moment now,
      MetadataStore store,
      Tree tree,
      Sessions sessions,
      RankService service,
      Evictions evictions) {
    RankFigures figures = service.report(now, new RankFigures());
    store.report(figures);
    Inode root = tree.stored(Ino.ROOT);
    if (root != null && root.content() instanceof InodeContent.Directory directory) {
      figures.size(MdsSize.FILES, directory.totals().subtree().files());
      figures.size(MdsSize.DIRECTORIES, directory.totals().subtree().directories());
    }
    List<WaitingRequest> waiting = service.waiting(now);
    figures.size(MdsSize.WAITING_REQUESTS, waiting.size());
    figures.size(MdsSize.SLOW_REQUESTS, waiting.stream().filter(RankReporting::isSlow).count());
    figures.size(MdsSize.SESSIONS, sessions.status(now.nanos()).size());
    figures.size(MdsSize.STRAYS, service.purge().waiting());
    figures.count(MdsCount.REMOVED_INODES, service.purge().removed());
    figures.count(MdsCount.EVICTIONS, evictions.done());
    return figures;
  }

  private static boolean isSlow(WaitingRequest request) {
    return request.nanos() > TimeUnit.SECONDS.toNanos(RankLoad.SLOW_SECONDS);
  }

  static RankLoad load(MetadataStore store, StoreLimits limits, List<WaitingRequest> waiting) {
    int slow = 0;
    long oldestNanos = TimeUnit.SECONDS.toNanos(RankLoad.SLOW_SECONDS);
    String waitsFor = "";
    for (WaitingRequest each : waiting) {
      if (isSlow(each)) {
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
