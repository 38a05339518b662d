package io.pando.cli.command.files;

import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.cluster.fence.Fences;
import io.pando.report.files.ClientReport;
import io.pando.report.files.RankReport;
import io.pando.report.files.WaitingRequest;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Output of the report of a rank. */
record RankView(RankReport report) {
  private static final double SECOND = 1e9;

  List<Json> clients() {
    return report.clients().stream().map(RankView::json).toList();
  }

  private static Json json(ClientReport client) {
    return new Json()
        .put("session", Fences.nameOf(client.session()))
        .put("host", client.client().host())
        .put("program", client.client().program())
        .put("release", client.client().release())
        .put("phase", client.phase())
        .put("lease_seconds", client.leaseNanos() / SECOND)
        .put("inodes", client.inodes())
        .put("requests", client.requests());
  }

  void printClients(PrintStream out) {
    Table table =
        new Table()
            .left("SESSION", "HOST", "PROGRAM", "PHASE")
            .right("LEASE", "INODES", "REQUESTS");
    for (ClientReport each : report.clients()) {
      table.row(
          Fences.nameOf(each.session()),
          each.client().host(),
          each.client().program(),
          each.phase(),
          seconds(each.leaseNanos()),
          each.inodes(),
          each.requests());
    }
    table.print(out);
  }

  Json journal() {
    RankReport.JournalUse journal = report.journal();
    return new Json()
        .put("bytes", journal.bytes())
        .put("limit_bytes", journal.limitBytes())
        .put("ordered", journal.ordered())
        .put("durable", journal.durable());
  }

  void printJournal(PrintStream out) {
    RankReport.JournalUse journal = report.journal();
    out.printf(
        Locale.ROOT,
        "%s of %s; %d records ordered, %d durable%n",
        ByteSize.format(journal.bytes()),
        ByteSize.format(journal.limitBytes()),
        journal.ordered(),
        journal.durable());
  }

  Json requests() {
    return new Json()
        .put("count", report.requests())
        .put("oldest", report.waiting().stream().map(RankView::json).toList());
  }

  private static Json json(WaitingRequest request) {
    return new Json()
        .put("session", Fences.nameOf(request.session()))
        .put("request", request.request())
        .put("waits_for", request.waitsFor())
        .put("seconds", request.nanos() / SECOND);
  }

  void printRequests(PrintStream out) {
    Table table = new Table().left("SESSION", "REQUEST", "WAITS FOR").right("SINCE");
    for (WaitingRequest each : report.waiting()) {
      table.row(
          Fences.nameOf(each.session()), each.request(), each.waitsFor(), seconds(each.nanos()));
    }
    table.print(out);
    if (report.requests() > report.waiting().size()) {
      out.println("and " + (report.requests() - report.waiting().size()) + " younger ones");
    }
  }

  private static String seconds(long nanos) {
    return "%.1f s".formatted(nanos / SECOND);
  }
}
