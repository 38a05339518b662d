package io.pando.mds.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.session.FileState;
import io.pando.message.FileMessage.UpdateCapabilities;
import org.jspecify.annotations.Nullable;

/**
 * What a session may say of its capabilities. Each answer is a clause; null if all is well.
 *
 * <p>The state of a file that the session may not write is no violation, and is ignored: the update
 * may be one that is repeated over another connection, and that gave up the capability to write the
 * first time.
 */
final class ClientRules {
  /** Inodes from which on even open files are too many, as a multiple of the limit. */
  private static final int FAR_TOO_MANY = 2;

  private ClientRules() {}

  static @Nullable String violation(
      RecallLimits limits,
      SessionHoldings session,
      @Nullable Holding holding,
      UpdateCapabilities update) {
    int held = session.held();
    boolean wantsMore = holding == null && !update.wanted().isEmpty();
    if (wantsMore && held / FAR_TOO_MANY >= limits.most()) {
      return "has %d inodes, where %d are allowed".formatted(held, limits.most());
    }
    long sequence = update.sequence();
    if (sequence < 0 || sequence > session.sequence()) {
      return "names sequence number %d for inode %s, where the newest is %d"
          .formatted(sequence, update.ino(), session.sequence());
    }
    CapabilitySet given = holding == null ? CapabilitySet.NONE : holding.givenAt(sequence);
    if (!given.containsAll(update.has())) {
      return "claims %s of inode %s, where it has %s".formatted(update.has(), update.ino(), given);
    }
    FileState state = update.state();
    if (state != null && (state.size() < 0 || state.reach() < 0)) {
      return "tells a size of %d bytes for inode %s, needs to write up to %d"
          .formatted(state.size(), update.ino(), state.reach());
    }
    return null;
  }
}
