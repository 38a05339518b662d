package io.pando.cli.command.files;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.SessionChoice;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.output.ProgressLine;
import io.pando.client.file.PandoFileSystem;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.fence.Fences;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando fs …}. */
@Command(name = "fs", description = "file systems: their pools, settings, and metadata servers")
public record FsCommands(CommandContext context) {
  @Command(name = "create", description = "make a file system from pools that no other one uses")
  int create(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "METADATA", description = "pool of replicas, for metadata")
          String metadata,
      @Parameters(
              arity = "1..*",
              paramLabel = "DATA",
              description = "pools for the contents of files; the first is the default")
          List<String> data) {
    return context.change(new Change.CreateFileSystem(name, metadata, data));
  }

  @Command(name = "ls", description = "list the file systems and their pools")
  int ls() {
    return context.connected(cluster -> {
      FsView view = new FsView(cluster.admin().map());
      context.print(view::list, () -> view.printList(context.console().out()));
    });
  }

  @Command(name = "status", description = "show the ranks of file systems, and who holds them")
  int status(
      @Parameters(arity = "0..1", paramLabel = "NAME", description = "a file system (default: all)")
          @Nullable String name) {
    return context.connected(cluster -> {
      ClusterMap map = cluster.admin().map();
      if (name != null && map.files().named(name).isEmpty()) {
        throw UserError.failed(
            "file system '%s' does not exist ('fs ls' shows all)".formatted(name));
      }
      FsView view = new FsView(map);
      context.print(() -> view.status(name), () -> view.printStatus(name, context.console().out()));
    });
  }

  @Command(
      name = "set",
      description = "change a setting of a file system",
      footer = {
        "",
        "standby_replay   true: a standby follows the journal of each rank (default: false)",
        "standbys_wanted  fewer standbys raise MDS_INSUFFICIENT_STANDBY (default: 1)",
        "joinable         false: no daemon takes a rank (default: true)",
        "max_ranks        ranks that serve: 1"
      })
  int set(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "KEY") String key,
      @Parameters(paramLabel = "VALUE") String value) {
    return context.change(new Change.SetFileSystem(name, key, value));
  }

  @Command(name = "add-data-pool", description = "let a file system use another pool for data")
  int addDataPool(
      @Parameters(paramLabel = "NAME") String name, @Parameters(paramLabel = "POOL") String pool) {
    return context.change(new Change.AddDataPool(name, pool));
  }

  @Command(
      name = "rm-data-pool",
      description = "take a pool, which holds no file any more, from a file system")
  int removeDataPool(
      @Parameters(paramLabel = "NAME") String name, @Parameters(paramLabel = "POOL") String pool) {
    return context.change(new Change.RemoveDataPool(name, pool));
  }

  @Command(
      name = "rm",
      description = {
        "remove a file system; its pools stay",
        "The name is given twice to prevent accidents."
      })
  int rm(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(arity = "0..1", paramLabel = "NAME", defaultValue = "") String again,
      @Option(names = "--force", description = "even if a metadata server serves it")
          boolean force) {
    return context.change(new Change.RemoveFileSystem(name, again, force));
  }

  @Command(
      name = "clients",
      description = "list the clients of a file system: sessions, leases, and what they hold")
  int clients(
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--rank", paramLabel = "N", defaultValue = "0") int rank) {
    return context.connected(cluster -> {
      RankView view = new RankView(cluster.admin().files().report(name, rank));
      context.print(view::clients, () -> view.printClients(context.console().out()));
    });
  }

  @Command(
      name = "evict",
      description = {
        "end the session of a client",
        "It is fenced first: nothing that it still sends is executed. What it had not written is"
            + " lost, and its programs are told. It then opens another session by itself."
      })
  int evict(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(
              paramLabel = "SESSION",
              description = "number of the session, or client.N ('fs clients' shows all)")
          String session,
      @Option(names = "--rank", paramLabel = "N", defaultValue = "0") int rank) {
    long number = SessionChoice.parse(session);
    return context.connected(cluster -> {
      cluster.admin().files().evict(name, rank, number);
      String note = "evicting " + Fences.nameOf(number) + " of file system '" + name + "'";
      context.print(
          () -> new Json().put("session", Fences.nameOf(number)).put("note", note),
          () -> context.print(note));
    });
  }

  @Command(name = "journal", description = "show how full the journal of a file system is")
  int journal(
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--rank", paramLabel = "N", defaultValue = "0") int rank) {
    return context.connected(cluster -> {
      RankView view = new RankView(cluster.admin().files().report(name, rank));
      context.print(view::journal, () -> view.printJournal(context.console().out()));
    });
  }

  @Command(
      name = "requests",
      description = "list the requests of clients that are not answered, and what they wait for")
  int requests(
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--rank", paramLabel = "N", defaultValue = "0") int rank) {
    return context.connected(cluster -> {
      RankView view = new RankView(cluster.admin().files().report(name, rank));
      context.print(view::requests, () -> view.printRequests(context.console().out()));
    });
  }

  @Command(
      name = "fsck",
      description = {
        "check a file system by all its objects, and change nothing",
        "Exit status 1 if anything is wrong. A file system that is used meanwhile is checked again"
            + " until problems are certain, three times at most; it needs no metadata server."
      })
  int fsck(@Parameters(paramLabel = "NAME") String name) {
    boolean[] clean = new boolean[1];
    context.connected(cluster -> {
      ProgressLine progress = new ProgressLine(context.console());
      FsCheckView view = new FsCheckView(name, new FsCheckRun(cluster, name, progress).run());
      clean[0] = view.isClean();
      context.print(view::json, () -> view.print(context.console().out()));
    });
    return clean[0] ? ExitStatus.OK : ExitStatus.FAILED;
  }

  @Command(
      name = "quota",
      description = {
        "show or set limits of everything below a directory",
        "Writes and new files beyond them fail with EDQUOT (disk quota exceeded). A limit may be"
            + " below what is used already."
      })
  int quota(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "PATH", description = "a directory, from the root") String path,
      @Option(
              names = "--bytes",
              paramLabel = "N",
              description = "sum of the sizes of files, with units such as 10G; 0 for no limit")
          @Nullable String bytes,
      @Option(
              names = "--files",
              paramLabel = "N",
              description = "number of files and directories; 0 for no limit")
          @Nullable Long files,
      @Option(names = "--clear", description = "end both limits") boolean clear) {
    Long limit = bytes == null ? null : FsQuota.bytes(bytes);
    FsQuota.checkOptions(limit, files, clear);
    return context.connected(cluster -> {
      ServedSystem.require(cluster.admin().map(), name);
      try (PandoFileSystem opened = cluster.fileSystem(name, "pando fs quota", _ -> {})) {
        FsQuota.set(opened, path, clear ? Long.valueOf(0) : limit, clear ? Long.valueOf(0) : files);
        FsQuota quota = FsQuota.read(opened, path);
        context.print(quota::json, () -> quota.print(context.console().out()));
      }
    });
  }
}
