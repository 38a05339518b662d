package io.pando.osd.pg.replica;

import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.port.ObjectStore;
import io.pando.proto.FormatException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of objects in the local store, with their versions.
 *
 * @param versions version of each object; {@link Version#ZERO} for an incomplete copy, or if the
 *     version cannot be read
 * @param more whether further objects follow
 */
public record VersionListing(SortedMap<ObjectId, Version> versions, boolean more) {
  /** The empty page. */
  public static final VersionListing EMPTY =
      new VersionListing(Collections.emptySortedMap(), false);

  /** Parses a listing of {@link io.pando.group.ObjectInfo#ATTRIBUTE}. */
  public static VersionListing of(ObjectStore.AttributeListing listing) {
    SortedMap<ObjectId, Version> versions = new TreeMap<>();
    listing.entries().forEach(entry -> versions.put(entry.object(), version(entry.value())));
    return new VersionListing(Collections.unmodifiableSortedMap(versions), listing.more());
  }

  private static Version version(@Nullable Payload stored) {
    if (stored == null) {
      return Version.ZERO;
    }
    try {
      return GroupRecords.OBJECT.decode(stored).version();
    } catch (FormatException unreadable) {
      // Treated like an incomplete copy: its version differs from that of any good copy, so the
      // object is copied again.
      return Version.ZERO;
    }
  }
}
