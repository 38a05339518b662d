package io.pando.jmh;

import io.pando.crush.CrushMap;
import io.pando.crush.CrushMapper;
import io.pando.crush.choose.Workspace;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Device;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Mappings a second, of one thread, with one device below each of as many hosts as there are
 * replicas. The maps have 10 OSDs of equal weight on a host, 20 hosts in a rack, and straw2
 * buckets.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CrushBenchmark {
  private static final int DEVICES_PER_HOST = 10;
  private static final int HOSTS_PER_RACK = 20;
  private static final int INDEP_CHOOSE_TRIES = 100;
  private static final int INDEP_LEAF_TRIES = 5;

  @Param({"100", "1000", "10000"})
  int osds;

  @Param({"FIRSTN", "INDEP"})
  RuleStep.Mode mode = RuleStep.Mode.FIRSTN;

  @Param({"3", "6"})
  int replicas;

  private final Workspace workspace = new Workspace();
  private CrushMap map = CrushMap.builder().build();
  private int[] reweights = {};
  private int[] result = {};
  private int x;

  @Setup
  public void setUp() {
    map = map(osds, mode);
    reweights = new int[osds];
    Arrays.fill(reweights, CrushMapper.FULL_WEIGHT);
    result = new int[replicas];
  }

  @Benchmark
  public int map() {
    return CrushMapper.map(map, 0, x++, result, reweights, workspace) + result[0];
  }

  private static CrushMap map(int osds, RuleStep.Mode mode) {
    CrushMap.Builder map = CrushMap.builder();
    List<Bucket.Item> level = new ArrayList<>();
    for (int id = 0; id < osds; id++) {
      map.device(new Device(id, "osd." + id, null));
      level.add(new Bucket.Item(id, CrushWeight.ONE));
    }
    List<String> types = List.of("osd", "host", "rack", "root");
    List<Integer> sizes = List.of(1, DEVICES_PER_HOST, HOSTS_PER_RACK, osds);
    map.type(new BucketType(0, types.getFirst()));
    int id = 0;
    for (int type = 1; type < types.size(); type++) {
      map.type(new BucketType(type, types.get(type)));
      List<Bucket.Item> above = new ArrayList<>();
      for (int from = 0; from < level.size(); from += sizes.get(type)) {
        List<Bucket.Item> items =
            level.subList(from, Math.min(level.size(), from + sizes.get(type)));
        id--;
        String name = types.get(type) + above.size();
        Bucket bucket = new Bucket(id, name, type, BucketAlgorithm.STRAW2, items, Map.of());
        map.bucket(bucket);
        above.add(new Bucket.Item(id, (int) bucket.weight()));
      }
      level = above;
    }
    return map.rule(rule(id, mode)).build();
  }

  private static Rule rule(int root, RuleStep.Mode mode) {
    List<RuleStep> steps = new ArrayList<>();
    if (mode == RuleStep.Mode.INDEP) {
      steps.add(new RuleStep.SetTo(RuleStep.Setting.CHOOSELEAF_TRIES, INDEP_LEAF_TRIES));
      steps.add(new RuleStep.SetTo(RuleStep.Setting.CHOOSE_TRIES, INDEP_CHOOSE_TRIES));
    }
    steps.add(new RuleStep.Take(root, null));
    steps.add(new RuleStep.Choose(mode, true, 0, 1));
    steps.add(new RuleStep.Emit());
    return new Rule(0, "hosts", Rule.Kind.REPLICATED, 1, 10, steps);
  }
}
