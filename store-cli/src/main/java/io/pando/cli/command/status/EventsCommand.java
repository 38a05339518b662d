package io.pando.cli.command.status;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.text.PeriodText;
import io.pando.client.Admin;
import io.pando.client.PandoException;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.report.ClusterEvent;
import io.pando.report.EventPage;
import io.pando.report.EventQuery;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando events}: the cluster log. */
@Command(
    name = "events",
    description =
        "show the cluster log: who changed what and when, and when health checks came and went")
public final class EventsCommand implements Callable<Integer> {
  private static final int USUAL = 50;
  private static final long FOLLOW_MILLIS = 1_000;

  private final CommandContext context;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "only events from that time on: 10m, 2h, 7d, or a time such as 2026-01-31T12:00 (UTC)")
  private @Nullable String since;

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "only the newest N events (default: " + USUAL + " without --since)")
  private int last;

  @Option(names = "--follow", description = "print new events as they come, until interrupted")
  private boolean follow;

  @Option(names = "--osd", paramLabel = "OSD", description = "only events that concern this OSD")
  private @Nullable OsdId osd;

  @Option(names = "--pool", paramLabel = "POOL", description = "only events that concern this pool")
  private @Nullable String pool;

  @Option(names = "--all", description = "also the changes that primaries request when they peer")
  private boolean all;

  public EventsCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (last != 0) {
      UserError.checkRange("--last", last, 1, 1_000_000);
    }
    return context.<InterruptedException>connected(cluster -> {
      Admin admin = cluster.admin();
      EventQuery query =
          new EventQuery(
              0,
              since == null ? 0 : millis(since),
              last == 0 && since == null ? USUAL : last,
              osd,
              pool == null ? null : pool(admin.map(), pool),
              all);
      if (follow) {
        follow(admin, query);
      } else if (context.json()) {
        List<Json> events = new ArrayList<>();
        each(admin, query, event -> events.add(json(event)));
        context.printJson(events);
      } else {
        each(admin, query, this::print);
      }
    });
  }

  private interface Taker {
    void take(ClusterEvent event);
  }

  /** Reads page after page; returns the query for later events. */
  private static EventQuery each(Admin admin, EventQuery query, Taker taker) {
    EventQuery next = query;
    while (true) {
      EventPage page = admin.events(next);
      page.events().forEach(taker::take);
      if (!page.events().isEmpty()) {
        next = next.following(page.events().getLast().number());
      }
      if (!page.more()) {
        return next;
      }
    }
  }

  private void follow(Admin admin, EventQuery query) throws InterruptedException {
    EventQuery next = query;
    Semaphore end = new Semaphore(0);
    boolean told = false;
    do {
      try {
        next = each(admin, next, this::printAtOnce);
        told = false;
      } catch (PandoException.Unavailable | PandoException.Timeout away) {
        // A change of the leader must not end it.
        if (!told) {
          context.console().err().println("pando: " + away.getMessage() + "; still trying");
        }
        told = true;
      }
    } while (!end.tryAcquire(FOLLOW_MILLIS, TimeUnit.MILLISECONDS));
  }

  private void printAtOnce(ClusterEvent event) {
    if (context.json()) {
      context.printJsonLine(json(event));
    } else {
      print(event);
      context.console().out().flush();
    }
  }

  private void print(ClusterEvent event) {
    ClusterEvent.Source source = event.source();
    context.print(
        "%s  e%-5d %s%s"
            .formatted(
                time(event),
                event.epoch(),
                event.text(),
                source == null ? "" : "  [" + source + "]"));
  }

  private static Instant time(ClusterEvent event) {
    return Instant.ofEpochMilli(event.atMillis()).truncatedTo(ChronoUnit.SECONDS);
  }

  private static Json json(ClusterEvent event) {
    ClusterEvent.Source source = event.source();
    return new Json()
        .put("number", event.number())
        .put("time", Instant.ofEpochMilli(event.atMillis()).toString())
        .put("epoch", event.epoch())
        .put("kind", event.kind().name().toLowerCase(Locale.ROOT))
        .put("source", source == null ? null : source.node().toString())
        .put("host", source == null || source.host().isEmpty() ? null : source.host())
        .put("text", event.text())
        .put("osds", event.what().osds().stream().map(OsdId::value).toList())
        .put("pools", event.what().pools().stream().map(PoolId::value).toList());
  }

  /** A removed pool has events too; so does a deleted one, which only its number names. */
  private static PoolId pool(ClusterMap map, String name) {
    return map.poolNamed(name)
        .or(() -> map.removedPools().stream().filter(it -> it.name().equals(name)).findFirst())
        .map(PoolInfo::id)
        .orElseGet(() -> {
          if (!name.matches("[0-9]{1,9}")) {
            throw UserError.failed(
                ("pool '%s' does not exist; 'pando pool ls' lists the pools. A deleted pool is given"
                        + " by its number")
                    .formatted(name));
          }
          return new PoolId(Integer.parseInt(name));
        });
  }

  private static long millis(String text) {
    return PeriodText.parse(text)
        .filter(ago -> !ago.isZero())
        .map(ago -> Math.max(0, Instant.now().minus(ago).toEpochMilli()))
        .orElseGet(() -> instant(text));
  }

  private static long instant(String text) {
    try {
      Instant at =
          text.endsWith("Z")
              ? Instant.parse(text)
              : text.contains("T")
                  ? LocalDateTime.parse(text).toInstant(ZoneOffset.UTC)
                  : LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
      return Math.max(0, at.toEpochMilli());
    } catch (DateTimeException wrong) {
      throw UserError.usage(
          "--since takes a period such as 10m, 2h or 7d, or a time such as 2026-01-31T12:00, not '"
              + text
              + "'");
    }
  }
}
