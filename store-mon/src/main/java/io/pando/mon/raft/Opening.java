package io.pando.mon.raft;

import io.pando.mon.raft.LogOpenException.Problem;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage.StartupOption;
import org.apache.ratis.util.ExitUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a Ratis server, and reports the cause if it does not start. */
final class Opening {
  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  private Opening() {}

  static RatisLink open(RaftOptions options, EventLoop loop, LoopStateMachine bridge)
      throws LogOpenException {
    // Ratis would also fail, but keep its lock on the directory.
    RaftPort.require(options.self(), options.own().host(), options.own().raftPort());
    // Only the daemon may end the process: a failure of the log's disk is reported instead.
    ExitUtils.disableSystemExit();
    Path storage =
        ReplicaDirectory.claim(options.directory(), options.peers().cluster(), options.self());
    RaftProperties properties = RatisSettings.of(options, storage);
    RaftGroup group = RatisSettings.group(options.peers());
    boolean known = Files.exists(storage.resolve(group.getGroupId().getUuid().toString()));
    RaftServer server = null;
    try {
      TornTail.mend(storage);
      server =
          RaftServer.newBuilder()
              .setServerId(RatisSettings.peer(ReplicatedLog.Member.of(options.own())))
              .setGroup(group)
              .setStateMachine(bridge)
              .setProperties(properties)
              .setOption(known ? StartupOption.RECOVER : StartupOption.FORMAT)
              .build();
      server.start();
      return new RatisLink(options, loop, server, group, properties);
    } catch (IOException | RuntimeException e) {
      close(server);
      throw problem(options, e);
    }
  }

  private static void close(@Nullable RaftServer server) {
    try {
      if (server != null) {
        server.close();
      }
    } catch (IOException e) {
      LOG.warn("a log that could not be opened could not be closed either", e);
    }
  }

  static LogOpenException full(RaftOptions options, DiskLimits.Space space, Throwable failure) {
    return new LogOpenException(
        Problem.FULL,
        ("the log of %s in %s waits for space: its file system is full (%s bytes are free). Nothing"
                + " is damaged: free some space")
            .formatted(options.self(), options.directory(), space.usableBytes()),
        failure);
  }

  private static LogOpenException problem(RaftOptions options, Throwable failure) {
    DiskLimits.Space space = DiskLimits.Space.of(options.directory());
    if (DiskLimits.isCause(failure) || options.disk().isFull(space)) {
      return full(options, space, failure);
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileSystemException
          || cause instanceof OverlappingFileLockException
          || String.valueOf(cause.getMessage()).contains("Failed to lock storage")) {
        return new LogOpenException(
            Problem.UNUSABLE,
            "the monitor's directory %s cannot be used, maybe because another process uses it: %s"
                .formatted(options.directory(), cause.getMessage()),
            failure);
      }
    }
    return new LogOpenException(
        Problem.DAMAGED,
        ("the log of %s in %s cannot be read (%s): while more than half of the monitors run, move"
                + " the directory away and start the monitor again, and it copies all data from the"
                + " others. If fewer run: pando mon rescue")
            .formatted(options.self(), options.directory(), failure.getMessage()),
        failure);
  }
}
