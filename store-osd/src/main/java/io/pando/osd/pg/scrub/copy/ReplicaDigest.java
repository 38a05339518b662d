package io.pando.osd.pg.scrub.copy;

import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.merkle.ContentHash;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.message.ScrubMessage.Sound;
import io.pando.store.ObjectView;
import java.util.SortedMap;

/** Digests a replica. */
final class ReplicaDigest implements CopyDigest {
  private final ContentHash hash;

  /**
   * An empty digest.
   *
   * @param key hash key of the pool's digests
   */
  ReplicaDigest(long key) {
    this.hash = new ContentHash(key);
  }

  @Override
  public void bytes(long offset, Payload next) {
    hash.bytes(next);
  }

  @Override
  public void entries(SortedMap<String, Payload> next) {
    hash.entries(next);
  }

  @Override
  public CopyState state(Version version, ObjectView view) {
    return new Sound(version, hash.digest(view.size(), view.attributes()));
  }
}
