package io.pando.cli.command.store;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.disk.StoreException;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.ReadableStore;
import io.pando.format.DamagedRecordException;
import io.pando.id.OsdId;
import io.pando.osd.SavedMap;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The newest cluster map that a stopped OSD keeps in its first store.
 *
 * @param osd the OSD whose map it is, if the map has it
 */
public record StoredMap(ClusterMap map, Optional<OsdId> osd) {
  /** Reads the map from an OSD's directory; {@link StoreException} says why there is none. */
  public static StoredMap read(Path directory) throws StoreException {
    try (OpenStores open = OpenStores.open(directory)) {
      ReadableStore first = open.stores().getFirst().volume();
      if (first.collections().contains(CollectionId.DAEMON)) {
        Optional<ClusterMap> map =
            SavedMap.of(first.reader().readMeta(CollectionId.DAEMON, "", null));
        if (map.isPresent()) {
          return new StoredMap(map.get(), owner(directory, map.get()));
        }
      }
    } catch (IOException | MetadataException | DamagedRecordException e) {
      throw new StoreException(String.valueOf(e.getMessage()), e);
    }
    throw new StoreException("it has never received one");
  }

  private static Optional<OsdId> owner(Path directory, ClusterMap map) throws IOException {
    Path file = directory.resolve("identity");
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    String identity = Files.readString(file).strip();
    return map.osds().values().stream()
        .filter(osd -> osd.identity() != null && osd.identity().toString().equals(identity))
        .map(OsdInfo::id)
        .findFirst();
  }
}
