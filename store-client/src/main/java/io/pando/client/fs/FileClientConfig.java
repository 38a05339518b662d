package io.pando.client.fs;

import io.pando.client.fs.caps.CapabilityConfig;
import io.pando.client.fs.session.RequestLimits;
import io.pando.client.fs.session.SessionConfig;

/**
 * Settings of a {@link FileClient}.
 *
 * @param mostNames most names of directories in the cache
 * @param reconnectPart most inodes in one message to a server that takes over
 */
public record FileClientConfig(
    SessionConfig session,
    RequestLimits requests,
    CapabilityConfig capabilities,
    int mostNames,
    int reconnectPart) {
  /** Usual number of names in the cache. */
  public static final int USUAL_NAMES = 200_000;

  /** Usual number of inodes in a message. */
  public static final int USUAL_PART = 1_000;

  public FileClientConfig {
    if (mostNames < 1 || reconnectPart < 1) {
      throw new IllegalArgumentException(
          "limits of a client of files: %d names, %d inodes in a message"
              .formatted(mostNames, reconnectPart));
    }
  }

  /** Usual settings for a session. */
  public static FileClientConfig of(SessionConfig session) {
    return new FileClientConfig(
        session, RequestLimits.USUAL, CapabilityConfig.USUAL, USUAL_NAMES, USUAL_PART);
  }
}
