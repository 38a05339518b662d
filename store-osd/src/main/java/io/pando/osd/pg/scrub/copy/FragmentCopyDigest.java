package io.pando.osd.pg.scrub.copy;

import io.pando.bytes.Payload;
import io.pando.erasure.digest.DigestSum;
import io.pando.erasure.digest.LinearDigest;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.Version;
import io.pando.merkle.ContentHash;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.message.ScrubMessage.Damaged;
import io.pando.message.ScrubMessage.Sound;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.probe.Probe;
import io.pando.store.ObjectView;
import java.nio.ByteBuffer;
import java.util.SortedMap;

/**
 * Digests a fragment. Its bytes have a linear digest. What all members have alike is digested as
 * with replicas, with the size of the object in place of that of the fragment. A fragment of a
 * wrong size is damaged: the record in it tells which size it should have.
 */
final class FragmentCopyDigest implements CopyDigest {
  private final Fragments fragments;
  private final int position;
  private final ContentHash alike;
  private final DigestSum bytes;

  /**
   * An empty digest.
   *
   * @param key hash key of the pool's digests
   */
  FragmentCopyDigest(Fragments fragments, int position, long key, LinearDigest digest) {
    this.fragments = fragments;
    this.position = position;
    this.alike = new ContentHash(key);
    this.bytes = digest.begin();
  }

  @Override
  public void bytes(long offset, Payload next) {
    long at = offset;
    for (ByteBuffer part : next.asByteBuffers()) {
      byte[] copy = new byte[part.remaining()];
      part.get(copy);
      bytes.add(at, copy, 0, copy.length);
      at += copy.length;
    }
  }

  @Override
  public void entries(SortedMap<String, Payload> next) {
    alike.entries(next);
  }

  @Override
  public CopyState state(Version version, ObjectView view) {
    Payload record = view.attributes().get(ObjectInfo.ATTRIBUTE);
    long objectBytes = record == null ? 0 : GroupRecords.OBJECT.decode(record).objectBytes();
    long expected = fragments.fragmentBytes(position, objectBytes);
    if (view.size() != expected) {
      Probe.reached("scrub: a fragment has a wrong size");
      return new Damaged(
          version, "the fragment has %d bytes, not %d".formatted(view.size(), expected));
    }
    return new Sound(version, alike.digest(objectBytes, view.attributes()), bytes.digest());
  }
}
