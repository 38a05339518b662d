package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.OpenFiles;
import io.pando.disk.ShardFolders;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.device.FileDevice;
import io.pando.disk.serve.CheckReport;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device that the shards of an OSD share, simulated by a file. */
final class SharedDeviceTest extends StoreConversation {
  private static final ClusterId CLUSTER = ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff");
  private static final OsdId OSD = new OsdId(7);
  private static final int SHARDS = 3;
  private static final long DEVICE_BLOCKS = 256 + SHARDS * 2000L;
  private static final ObjectId OBJECT = new ObjectId(1, "x");

  @TempDir Path temporary = Path.of("set by JUnit");

  private Path device = Path.of("set below");

  @BeforeEach
  void makeDevice() throws IOException {
    device = temporary.resolve("sdb");
    FileDevice.create(device, DEVICE_BLOCKS);
  }

  private List<RawStore> open(Path directory, OsdId osd, Path on) throws StoreException {
    RawStoreConfig config = RawStoreConfig.DEFAULT.withDevice(new DevicePart(on, 0));
    return RawShards.open(directory, config, CLUSTER, osd, List.of(loop, loop, loop));
  }

  private List<RawStore> open() throws StoreException {
    return open(temporary.resolve("osd"), OSD, device);
  }

  private static Payload content(int shard, int bytes) {
    byte[] content = new byte[bytes];
    new Random64(shard).nextBytes(content);
    return Payload.wrap(content);
  }

  /** Fills every shard completely with contents of its own. */
  private List<Payload> fill(List<RawStore> stores) {
    List<Payload> written = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      Payload bytes = content(shard, 1900 * 4096);
      written.add(bytes);
      commit(
          stores.get(shard),
          new StoreOp.CreateCollection(GROUP),
          new StoreOp.Write(GROUP, OBJECT, 0, bytes));
    }
    return written;
  }

  private void compare(List<RawStore> stores, List<Payload> written) {
    for (int shard = 0; shard < SHARDS; shard++) {
      RawStore store = stores.get(shard);
      assertThat(bytes(store, OBJECT, 0, 1900 * 4096)).isEqualTo(written.get(shard));
      CheckReport report = await(done -> store.check(true, done));
      assertThat(report.faults()).isEmpty();
    }
  }

  @Test
  void eachShardHasItsPart() throws StoreException {
    List<RawStore> stores = open();
    assertThat(stores)
        .allSatisfy(store -> assertThat(store.usage().capacityBytes()).isEqualTo(2000 * 4096));
    List<Payload> written = fill(stores);
    compare(stores, written);
    ShardFolders.close(stores);
    List<RawStore> again = open();
    compare(again, written);
    ShardFolders.close(again);
  }

  @Test
  void aDeviceThatGotAnotherNameIsFollowed() throws StoreException, IOException {
    List<RawStore> stores = open();
    List<Payload> written = fill(stores);
    ShardFolders.close(stores);
    Path renamed = temporary.resolve("sdc");
    Files.move(device, renamed);
    assertThatThrownBy(this::open).hasMessageContaining("sdb").hasMessageContaining("cannot be");
    List<RawStore> again = open(temporary.resolve("osd"), OSD, renamed);
    compare(again, written);
    ShardFolders.close(again);
    assertThat(Files.readSymbolicLink(temporary.resolve("osd/shard-2/block"))).isEqualTo(renamed);
  }

  @Test
  void theDeviceOfAnotherIsRefused() throws StoreException, IOException {
    ShardFolders.close(open());
    assertThatThrownBy(() -> open(temporary.resolve("other"), new OsdId(8), device))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(device + " is the device of osd.7 of cluster " + CLUSTER)
        .hasMessageContaining("not of osd.8");
    Path blank = temporary.resolve("blank");
    FileDevice.create(blank, DEVICE_BLOCKS);
    assertThatThrownBy(() -> open(temporary.resolve("osd"), OSD, blank))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(blank + " does not bear the label of osd.7");
  }

  @Test
  void anotherDivisionIsRefused() throws StoreException {
    ShardFolders.close(open());
    RawStoreConfig config = RawStoreConfig.DEFAULT.withDevice(new DevicePart(device, 0));
    Path other = temporary.resolve("other");
    assertThatThrownBy(() -> RawShards.open(other, config, CLUSTER, OSD, List.of(loop, loop)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(device + " is divided among 3 shards, but the OSD has 2");
  }

  @Test
  void whatHoldsSomethingIsLeftAlone() throws IOException {
    try (FileChannel file = FileChannel.open(device, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {1}), 1080);
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(device + " holds something already")
        .hasMessageContaining("wipe it: dd if=/dev/zero");
  }

  @Test
  void aDeviceThatIsTooSmallIsRefused() throws IOException {
    Path small = temporary.resolve("small");
    FileDevice.create(small, 256 + SHARDS - 1);
    assertThatThrownBy(() -> open(temporary.resolve("osd"), OSD, small))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(small + " has ")
        .hasMessageContaining("too few for 3 shards");
    assertThatThrownBy(() -> open(temporary.resolve("osd"), OSD, temporary.resolve("none")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(temporary.resolve("none") + " cannot be used");
  }

  private List<RawStore> openWith(long capacityBytes) throws StoreException {
    RawStoreConfig config =
        RawStoreConfig.DEFAULT
            .withDevice(new DevicePart(device, 0))
            .withCapacityBytes(capacityBytes);
    return RawShards.open(
        temporary.resolve("osd"), config, CLUSTER, OSD, List.of(loop, loop, loop));
  }

  @Test
  void shardsMayTakeAllOfADeviceAndNoMore() throws StoreException, IOException {
    device = temporary.resolve("full");
    long each = 5000L * BLOCK_BYTES;
    FileDevice.create(device, 256 + SHARDS * 5000L);
    assertThatThrownBy(() -> openWith(SHARDS * (each + BLOCK_BYTES)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(device + " has ")
        .hasMessageContaining("too few for 3 shards of " + (each + BLOCK_BYTES) + " bytes");
    List<RawStore> stores = openWith(SHARDS * each);
    assertThat(stores)
        .allSatisfy(store -> assertThat(store.usage().capacityBytes()).isEqualTo(each));
    ShardFolders.close(stores);
  }

  @Test
  void aLinkThatWasMadeByHalfIsInNobodysWay() throws StoreException, IOException {
    ShardFolders.close(open());
    Path renamed = temporary.resolve("sdc");
    Files.move(device, renamed);
    Files.createSymbolicLink(temporary.resolve("osd/shard-1/block.new"), device);
    ShardFolders.close(open(temporary.resolve("osd"), OSD, renamed));
    Path folder = temporary.resolve("osd/shard-1");
    assertThat(Files.readSymbolicLink(folder.resolve("block"))).isEqualTo(renamed);
    assertThat(folder.resolve("block.new")).doesNotExist();
  }

  @Test
  void aDeviceIsNotHeldByWhoLookedWhoseItIs() throws StoreException, IOException {
    ShardFolders.close(open());
    assertThat(OpenFiles.count(device)).isZero();
    DeviceLabel.check(device, CLUSTER, OSD);
    assertThat(OpenFiles.count(device)).isZero();
    assertThatThrownBy(() -> DeviceLabel.check(device, CLUSTER, new OsdId(8)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("not of osd.8");
    Path blank = temporary.resolve("blank");
    FileDevice.create(blank, DEVICE_BLOCKS);
    assertThatThrownBy(() -> DeviceLabel.check(blank, CLUSTER, OSD))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(blank + " does not bear the label of osd.7");
    assertThat(OpenFiles.count(device)).isZero();
    assertThat(OpenFiles.count(blank)).isZero();
  }
}
