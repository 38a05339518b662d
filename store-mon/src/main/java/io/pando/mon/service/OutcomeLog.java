package io.pando.mon.service;

import io.pando.cluster.ChangeOutcome;
import io.pando.id.NodeId;
import io.pando.mon.Command;
import io.pando.time.OncePerPeriod;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes outcomes of changes to the log file. Failed changes are logged once for each requester and
 * minute, since a node may send any number of invalid requests.
 */
final class OutcomeLog {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeLog.class);
  private static final int MAX_ASKERS = 256;

  private final OncePerPeriod<NodeId> failures =
      new OncePerPeriod<>(TimeUnit.MINUTES.toNanos(1), MAX_ASKERS);

  void record(NodeId asker, Command command, ChangeOutcome outcome, long nowNanos) {
    switch (outcome) {
      case ChangeOutcome.Accepted(long epoch, String note) -> {
        if (note.isEmpty()) {
          LOG.debug("epoch {}: {}", epoch, command);
        } else {
          LOG.info("epoch {}: {}", epoch, note);
        }
      }
      case ChangeOutcome.Rejected(String reason) -> onFailure(asker, "rejected", reason, nowNanos);
      case ChangeOutcome.Unavailable(String reason) ->
          onFailure(asker, "not agreed", reason, nowNanos);
    }
  }

  private void onFailure(NodeId asker, String what, String reason, long nowNanos) {
    OptionalLong unsaid = failures.pass(asker, nowNanos);
    if (unsaid.isPresent()) {
      String more =
          unsaid.getAsLong() == 0
              ? ""
              : "; %d more since the last such line".formatted(unsaid.getAsLong());
      LOG.warn("{}, asked by {}: {}{}", what, asker, reason, more);
    }
  }
}
