package io.pando.fuse.protocol.codec;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.DirectoryEntry;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The answer to a listing as it is filled with entries, {@code fuse_dirent} or {@code
 * fuse_direntplus}, each padded to 8 bytes. One thread uses it.
 */
public final class DirectoryPage {
  /** Most bytes of a page, whatever the request allows. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int ENTRY_HEADER_BYTES = 24;
  private static final int ALIGNMENT = 8;
  private static final int TYPE_SHIFT = 12;

  private final boolean withLookup;
  private final ByteBuffer bytes;

  /** An empty page for a request. */
  public DirectoryPage(FileRequest.ReadDirectory request) {
    this.withLookup = request.withLookup();
    this.bytes =
        ByteBuffer.allocate(Math.min(request.sizeBytes(), MOST_BYTES))
            .order(ByteOrder.nativeOrder());
  }

  /** Whether entries should come with what a lookup would find. */
  public boolean withLookup() {
    return withLookup;
  }

  /**
   * Adds an entry that is not looked up; in a page with lookups these are "." and "..", and entries
   * whose attributes are not at hand.
   *
   * @return false, with nothing added, if the page has no room for it
   */
  public boolean add(DirectoryEntry entry) {
    if (!hasRoom(entry)) {
      return false;
    }
    if (withLookup) {
      putZeros(AttributeEncoder.ENTRY_BYTES);
    }
    put(entry);
    return true;
  }

  /**
   * Adds an entry that is looked up: the kernel gets a reference to the node.
   *
   * @return false, with nothing added and no reference given, if the page has no room for it
   */
  public boolean add(DirectoryEntry entry, FuseAnswer.Entry found) {
    if (!withLookup) {
      throw new IllegalStateException("this listing is without lookups");
    }
    if (!hasRoom(entry)) {
      return false;
    }
    AttributeEncoder.putEntry(found, bytes);
    put(entry);
    return true;
  }

  /** The page. It must not be used afterwards. */
  public FuseAnswer.Data answer() {
    bytes.flip();
    return new FuseAnswer.Data(Payload.wrap(bytes));
  }

  private boolean hasRoom(DirectoryEntry entry) {
    int lookup = withLookup ? AttributeEncoder.ENTRY_BYTES : 0;
    return lookup + aligned(ENTRY_HEADER_BYTES + entry.name().size()) <= bytes.remaining();
  }

  /** {@code fuse_dirent}: inode, position, length of the name, type, name. */
  private void put(DirectoryEntry entry) {
    int size = entry.name().size();
    bytes.putLong(entry.ino()).putLong(entry.position());
    bytes.putInt(size).putInt(entry.type() >>> TYPE_SHIFT);
    entry.name().putInto(bytes);
    putZeros(aligned(size) - size);
  }

  /** The buffer is new, so its bytes are zero. */
  private void putZeros(int count) {
    bytes.position(bytes.position() + count);
  }

  private static int aligned(int size) {
    return (size + ALIGNMENT - 1) & -ALIGNMENT;
  }
}
