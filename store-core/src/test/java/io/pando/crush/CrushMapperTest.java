package io.pando.crush;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.pando.crush.choose.Workspace;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Rule;
import io.pando.crush.text.CrushSyntaxException;
import io.pando.random.Random64;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CrushMapperTest {
  private static final int REPLICAS = 5;

  private static int[] fullWeights(CrushMap map) {
    int[] reweights = new int[map.devices().size()];
    Arrays.fill(reweights, CrushMapper.FULL_WEIGHT);
    return reweights;
  }

  @Test
  void yieldsNothingForARuleThatDoesNotExist() {
    CrushMap map = HostMaps.of(2, 2);
    for (int rule : List.of(-1, 1, Integer.MAX_VALUE)) {
      assertThat(CrushMapper.map(map, rule, 1, new int[2], fullWeights(map), new Workspace()))
          .isZero();
    }
  }

  @Test
  void yieldsNothingWhenNothingIsAskedFor() {
    CrushMap map = HostMaps.of(2, 2);
    assertThat(CrushMapper.map(map, 0, 1, new int[0], fullWeights(map), new Workspace())).isZero();
  }

  @Test
  void choosesDistinctDevicesOnDistinctHosts() {
    Random64 random = new Random64(5);
    Workspace workspace = new Workspace();
    for (int i = 0; i < 200; i++) {
      CrushMap map = RandomCrushMaps.next(random);
      int[] reweights = fullWeights(map);
      for (int device = 0; device < reweights.length; device++) {
        reweights[device] = random.oneIn(4) ? 0 : reweights[device];
      }
      for (int x = 0; x < 50; x++) {
        int[] result = new int[REPLICAS];
        for (Rule rule : List.copyOf(map.rules()).subList(18, 20)) {
          int found = CrushMapper.map(map, rule.id(), x, result, reweights, workspace);
          requireDistinct(map, Arrays.copyOf(result, found), reweights);
        }
      }
    }
  }

  private static void requireDistinct(CrushMap map, int[] result, int[] reweights) {
    Set<Integer> hosts = new HashSet<>();
    for (int device : result) {
      if (device != CrushMapper.NONE) {
        assertThat(reweights[device]).isPositive();
        assertThat(hosts.add(map.parentsOf(device).getFirst().id())).isTrue();
      }
    }
  }

  @Test
  void indepKeepsTheOtherSlotsWhenADeviceGoesOut() throws CrushSyntaxException {
    CrushMap map = CrushVectors.map("racks");
    Workspace workspace = new Workspace();
    int[] before = new int[4];
    int[] after = new int[4];
    int moved = 0;
    for (int x = 0; x < 500; x++) {
      int[] reweights = fullWeights(map);
      CrushMapper.map(map, 3, x, before, reweights, workspace);
      reweights[before[1]] = 0;
      CrushMapper.map(map, 3, x, after, reweights, workspace);
      assertThat(after[1]).isNotEqualTo(before[1]);
      for (int slot : List.of(0, 2, 3)) {
        moved += after[slot] == before[slot] ? 0 : 1;
      }
    }
    // Only a slot that collides with the replacement moves.
    assertThat(moved).isLessThan(100);
  }

  @Test
  void spreadsInProportionToWeights() {
    CrushMap map = CrushVectors.map("racks");
    int[] reweights = fullWeights(map);
    int[] result = new int[1];
    int[] count = new int[reweights.length];
    Workspace workspace = new Workspace();
    int draws = 100_000;
    for (int x = 0; x < draws; x++) {
      CrushMapper.map(map, 0, x, result, reweights, workspace);
      count[result[0]]++;
    }
    for (Bucket bucket : map.buckets()) {
      for (Bucket.Item item : bucket.items()) {
        if (item.id() >= 0) {
          double expected = (double) draws * item.weight() / CrushWeight.ONE / 144;
          assertThat((double) count[item.id()]).isBetween(expected * 0.8, expected * 1.2);
        }
      }
    }
  }

  /** The results do not depend on earlier uses of a workspace. */
  @Test
  void aWorkspaceServesManyMaps() {
    Random64 random = new Random64(6);
    List<CrushMap> maps = List.of(RandomCrushMaps.next(random), RandomCrushMaps.next(random));
    Workspace shared = new Workspace();
    for (int x = 0; x < 200; x++) {
      for (CrushMap map : maps) {
        for (Rule rule : map.rules()) {
          int[] result = new int[REPLICAS];
          int[] expected = new int[REPLICAS];
          CrushMapper.map(map, rule.id(), x, result, fullWeights(map), shared);
          CrushMapper.map(map, rule.id(), x, expected, fullWeights(map), new Workspace());
          assertThat(result).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Random64 random = new Random64(7);
    int[] result = new int[REPLICAS];
    Workspace workspace = new Workspace();
    for (int i = 0; i < 20; i++) {
      CrushMap map = RandomCrushMaps.next(random);
      int[] reweights = fullWeights(map);
      int rules = map.rules().size();
      mapAll(map, rules, 200, result, reweights, workspace);
      long before = threads.getCurrentThreadAllocatedBytes();
      long nothing = threads.getCurrentThreadAllocatedBytes() - before;
      before = threads.getCurrentThreadAllocatedBytes();
      mapAll(map, rules, 200, result, reweights, workspace);
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(allocated - nothing).as("map %d", i).isZero();
    }
  }

  private static void mapAll(
      CrushMap map, int rules, int numbers, int[] result, int[] reweights, Workspace workspace) {
    for (int rule = 0; rule < rules; rule++) {
      for (int x = 0; x < numbers; x++) {
        CrushMapper.map(map, rule, x, result, reweights, workspace);
      }
    }
  }
}
