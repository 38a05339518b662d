package io.pando.client.fs.open;

import io.pando.client.fs.FileClientConfig;
import io.pando.client.fs.data.FileDataConfig;

/**
 * Settings of the client of a file system.
 *
 * @param client of names, session and capabilities
 * @param data of the cache of bytes
 * @param mostResting most files that are closed and keep their cached bytes
 */
public record OpenFilesConfig(FileClientConfig client, FileDataConfig data, int mostResting) {
  /** Usual number of files that are closed and keep their cached bytes. */
  public static final int USUAL_RESTING = 10_000;

  public OpenFilesConfig {
    if (mostResting < 0) {
      throw new IllegalArgumentException("%d closed files in the cache".formatted(mostResting));
    }
  }

  /** Usual settings for a client and a cache. */
  public static OpenFilesConfig of(FileClientConfig client, FileDataConfig data) {
    return new OpenFilesConfig(client, data, USUAL_RESTING);
  }
}
