package io.pando.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cli.config.ClusterConfig;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.disk.raw.OfflineStore;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The disks of stopped OSDs, and where on them the fragments of a pool's objects are. */
final class FragmentDisks {
  static final int BLOCK = 4096;

  /** A fragment of an object. */
  record Place(String object, int position) {}

  /** A block of a fragment, and the bytes that it has. */
  record Block(Place place, int number) {}

  private record Home(OsdId osd, CollectionId collection) {}

  private final ClusterConfig config;
  private final ClusterMap map;
  private final PoolId pool;

  /**
   * Finds fragments by a map.
   *
   * @param map in which all OSDs are up
   */
  FragmentDisks(ClusterConfig config, ClusterMap map, PoolId pool) {
    this.config = config;
    this.map = map;
    this.pool = pool;
  }

  private Home home(Place place) {
    PoolInfo described = Objects.requireNonNull(map.pools().get(pool));
    ObjectId object = Placement.object(place.object());
    GroupMapping mapping = new Placement().locate(map, Placement.group(described, object));
    return new Home(
        mapping.up().positions().get(place.position()).orElseThrow(),
        CollectionId.of(new ReplicaId(mapping.group(), place.position())));
  }

  /** Work on a fragment in the store where it is. */
  private interface Visit {
    void at(OfflineStore store, CollectionId collection, Place place) throws Exception;
  }

  private void visit(Collection<Place> places, Visit visit) throws Exception {
    SortedMap<OsdId, Map<CollectionId, List<Place>>> byOsd = new TreeMap<>();
    for (Place place : places) {
      Home home = home(place);
      byOsd
          .computeIfAbsent(home.osd(), _ -> new TreeMap<>())
          .computeIfAbsent(home.collection(), _ -> new ArrayList<>())
          .add(place);
    }
    int visited = 0;
    for (OsdId osd : byOsd.keySet()) {
      for (Path shard : shards(osd)) {
        try (OfflineStore store = OfflineStore.open(shard)) {
          for (CollectionId collection : store.volume().collections()) {
            for (Place place :
                Objects.requireNonNull(byOsd.get(osd)).getOrDefault(collection, List.of())) {
              visit.at(store, collection, place);
              visited++;
            }
          }
        }
      }
    }
    assertThat(visited).isEqualTo(places.size());
  }

  private List<Path> shards(OsdId osd) throws Exception {
    return OfflineStore.find(config.osdNumbered(osd.value()).data());
  }

  /** All of some fragments; one without bytes may have no data. */
  Map<Place, ObjectView> read(Collection<Place> places) throws Exception {
    Map<Place, ObjectView> found = new HashMap<>();
    visit(
        places,
        (store, collection, place) -> {
          ReadOutcome outcome =
              store
                  .volume()
                  .reader()
                  .read(
                      collection,
                      Placement.object(place.object()),
                      new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false));
          assertThat(outcome).as("%s", place).isInstanceOf(ReadOutcome.Found.class);
          found.put(place, ((ReadOutcome.Found) outcome).view());
        });
    return found;
  }

  /** Gives fragments other contents, with all that belongs to them: their checksums are right. */
  void replace(Map<Place, ObjectView> contents) throws Exception {
    visit(
        contents.keySet(),
        (store, collection, place) -> {
          ObjectView content = Objects.requireNonNull(contents.get(place));
          ObjectId object = Placement.object(place.object());
          List<StoreOp> steps = new ArrayList<>();
          steps.add(new StoreOp.Remove(collection, object));
          steps.add(new StoreOp.Touch(collection, object));
          steps.add(new StoreOp.Write(collection, object, 0, content.data().getFirst()));
          steps.add(new StoreOp.PutAttributes(collection, object, content.attributes()));
          store.commit(new Transaction(steps));
        });
  }

  /** Writes other bytes where blocks of fragments are on disks, past their stores. */
  void spoil(Collection<Block> blocks, Map<Place, ObjectView> contents) throws Exception {
    SortedMap<OsdId, Map<ByteBuffer, Block>> wanted = new TreeMap<>();
    for (Block block : blocks) {
      Payload bytes = Objects.requireNonNull(contents.get(block.place())).data().getFirst();
      wanted
          .computeIfAbsent(home(block.place()).osd(), _ -> new HashMap<>())
          .put(ByteBuffer.wrap(block(bytes, block.number())), block);
    }
    Set<Block> spoilt = new HashSet<>();
    for (Map.Entry<OsdId, Map<ByteBuffer, Block>> onOsd : wanted.entrySet()) {
      for (Path shard : shards(onOsd.getKey())) {
        spoil(shard.resolve("block"), onOsd.getValue(), spoilt);
      }
    }
    assertThat(spoilt).hasSameSizeAs(blocks);
  }

  /** A block as it is on the disk: zeros follow the end of the object. */
  private static byte[] block(Payload bytes, int number) {
    return Arrays.copyOf(
        Arrays.copyOfRange(
            bytes.toByteArray(), number * BLOCK, Math.min(bytes.size(), (number + 1) * BLOCK)),
        BLOCK);
  }

  /** The disk may also have earlier copies of a block, at places that are free. */
  private static void spoil(Path file, Map<ByteBuffer, Block> wanted, Set<Block> spoilt)
      throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocate(BLOCK);
      for (long at = 0; at + BLOCK <= channel.size(); at += BLOCK) {
        channel.read(block.clear(), at);
        Block found = wanted.get(block.flip());
        if (found != null) {
          channel.write(ByteBuffer.wrap("spoilt".getBytes(UTF_8)), at);
          spoilt.add(found);
        }
      }
    }
  }

  /** Number of faults that all stores have, with all bytes that they hold. */
  long faults() throws Exception {
    List<String> faults = new ArrayList<>();
    for (var osd : config.osds()) {
      for (Path shard : shards(new OsdId(osd.id()))) {
        try (OfflineStore store = OfflineStore.open(shard)) {
          store.check(true, fault -> faults.add(fault.toString()));
        }
      }
    }
    return faults.size();
  }
}
