package io.pando.crush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.pando.crush.choose.Workspace;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import io.pando.crush.text.CrushSyntaxException;
import io.pando.crush.text.CrushText;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CrushEditTest {
  private static final int TWO = 2 * CrushWeight.ONE;

  private static List<CrushLocation> at(String... words) throws CrushEditException {
    return CrushLocation.parse(List.of(words));
  }

  private static List<String> itemsOf(CrushMap map, String bucket) {
    return map.bucket(bucket).orElseThrow().items().stream()
        .map(item -> map.nameOf(item.id()) + " " + CrushWeight.format(item.weight()))
        .toList();
  }

  private static void refused(ThrowingCallable change, String... parts) {
    assertThatExceptionOfType(CrushEditException.class)
        .isThrownBy(change)
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  @Test
  void startsWithARootAndARule() throws CrushSyntaxException {
    CrushMap map = CrushEdit.initial();
    assertThat(map.rule("replicated_rule").orElseThrow().id()).isZero();
    assertThat(map.bucket("default").orElseThrow().id()).isEqualTo(-1);
    assertThat(CrushText.parse(CrushText.print(map))).isEqualTo(map);
    int[] none = new int[3];
    assertThat(CrushMapper.map(map, 0, 1, none, new int[0], new Workspace())).isZero();
  }

  @Test
  void growsByStartingDevices() throws CrushEditException {
    CrushMap map = CrushEdit.initial();
    for (int i = 0; i < 6; i++) {
      map =
          CrushEdit.place(
              map, "osd." + i, CrushWeight.ONE, at("host=host" + i / 2, "root=default"));
    }
    assertThat(itemsOf(map, "host1")).containsExactly("osd.2 1.000", "osd.3 1.000");
    assertThat(itemsOf(map, "default"))
        .containsExactly("host0 2.000", "host1 2.000", "host2 2.000");
  }

  @Test
  void leavesWhatIsInPlace() throws CrushEditException {
    CrushMap map = CrushEdit.reweight(HostMaps.of(2, 2), "osd.1", TWO);
    assertThat(CrushEdit.place(map, "osd.1", null, at("host=host0", "root=default")))
        .isEqualTo(map);
    assertThat(itemsOf(map, "default")).containsExactly("host0 3.000", "host1 2.000");
  }

  @Test
  void movesDevicesWithTheirWeight() throws CrushEditException {
    CrushMap map = CrushEdit.reweight(HostMaps.of(2, 2), "osd.1", TWO);
    CrushMap moved = CrushEdit.place(map, "osd.1", null, at("root=default", "host=host1"));
    assertThat(itemsOf(moved, "host0")).containsExactly("osd.0 1.000");
    assertThat(itemsOf(moved, "host1"))
        .containsExactly("osd.2 1.000", "osd.3 1.000", "osd.1 2.000");
    assertThat(itemsOf(moved, "default")).containsExactly("host0 1.000", "host1 4.000");
    CrushMap set = CrushEdit.place(moved, "osd.1", CrushWeight.ONE, at("host=host1"));
    assertThat(itemsOf(set, "default")).containsExactly("host0 1.000", "host1 3.000");
  }

  @Test
  void movesBucketsAndMakesThoseOnTheWay() throws CrushEditException {
    CrushMap map = HostMaps.of(3, 2);
    map = CrushEdit.place(map, "host0", null, at("rack=a", "root=default"));
    map = CrushEdit.place(map, "host1", null, at("rack=a"));
    map = CrushEdit.place(map, "host2", null, at("rack=b", "root=other"));
    assertThat(itemsOf(map, "default")).containsExactly("a 4.000");
    assertThat(itemsOf(map, "a")).containsExactly("host0 2.000", "host1 2.000");
    assertThat(itemsOf(map, "other")).containsExactly("b 2.000");
    CrushMap reweighted = CrushEdit.reweight(map, "osd.5", TWO);
    assertThat(itemsOf(reweighted, "other")).containsExactly("b 3.000");
  }

  @Test
  void removesDevicesAndEmptyBuckets() throws CrushEditException {
    CrushMap map = HostMaps.of(2, 1);
    CrushMap without = CrushEdit.remove(map, "osd.1");
    assertThat(itemsOf(without, "default")).containsExactly("host0 1.000", "host1 0.000");
    assertThat(without.idOf("osd.1")).isEmpty();
    assertThat(itemsOf(CrushEdit.remove(without, "host1"), "default"))
        .containsExactly("host0 1.000");
    refused(() -> CrushEdit.remove(map, "host1"), "host1 is not empty", "osd.1");
    CrushMap spare = CrushEdit.addBucket(map, "spare", "root");
    CrushMap ruled = CrushEdit.createReplicatedRule(spare, "s", "spare", "osd", null);
    refused(() -> CrushEdit.remove(ruled, "spare"), "spare is taken by rule s");
    assertThat(CrushEdit.remove(CrushEdit.removeRule(ruled, "s"), "spare")).isEqualTo(map);
  }

  @Test
  void keepsShadowIdsWhenClassesCome() throws CrushEditException {
    CrushMap map = HostMaps.of(3, 2);
    for (int i = 0; i < 6; i += 2) {
      map = CrushEdit.setDeviceClass(map, "osd." + i, "ssd");
    }
    Bucket before = map.bucket("default").orElseThrow();
    map = CrushEdit.createReplicatedRule(map, "fast", "default", "host", "ssd");
    for (int i = 1; i < 6; i += 2) {
      map = CrushEdit.setDeviceClass(map, "osd." + i, "hdd");
    }
    map = CrushEdit.place(map, "osd.6", null, at("host=host3", "root=default"));
    map = CrushEdit.setDeviceClass(map, "osd.6", "ssd");
    assertThat(map.bucket("default").orElseThrow().shadowIds())
        .containsAllEntriesOf(before.shadowIds());
    int[] reweights = new int[7];
    Arrays.fill(reweights, CrushMapper.FULL_WEIGHT);
    int[] result = new int[3];
    for (int x = 0; x < 200; x++) {
      assertThat(CrushMapper.map(map, 1, x, result, reweights, new Workspace())).isEqualTo(3);
      assertThat(result).doesNotHaveDuplicates();
      for (int osd : result) {
        assertThat(osd % 2).isZero();
      }
    }
  }

  @Test
  void createsRulesWithTheFirstFreeId() throws CrushEditException {
    CrushMap map = CrushEdit.createReplicatedRule(CrushEdit.initial(), "a", "default", "osd", null);
    assertThat(map.rule("a").orElseThrow())
        .isEqualTo(
            new Rule(
                1,
                "a",
                Rule.Kind.REPLICATED,
                1,
                10,
                List.of(
                    new RuleStep.Take(-1, null),
                    new RuleStep.Choose(RuleStep.Mode.FIRSTN, false, 0, 0),
                    new RuleStep.Emit())));
    map = CrushEdit.removeRule(map, "replicated_rule");
    map = CrushEdit.createReplicatedRule(map, "b", "default", "rack", null);
    assertThat(map.rule("b").orElseThrow().id()).isZero();
  }

  @Test
  void saysWhatIsWrongAndWhatToDo() throws CrushEditException {
    CrushMap map = HostMaps.of(2, 2);
    refused(() -> at("host"), "'host' is not a location", "TYPE=NAME");
    refused(() -> CrushEdit.place(map, "osd.9", null, at("hos=a")), "'hos'", "host, chassis");
    refused(() -> CrushEdit.place(map, "osd.9", null, List.of()), "location is missing");
    refused(() -> CrushEdit.place(map, "disk", null, at("host=a")), "disk is neither");
    refused(() -> CrushEdit.place(map, "host1", 5, at("root=default")), "host1 is a bucket");
    refused(() -> CrushEdit.place(map, "osd.9", null, at("host=default")), "default is not a host");
    refused(() -> CrushEdit.place(map, "osd.9", null, at("host=ä")), "'ä' cannot name a bucket");
    refused(() -> CrushEdit.place(map, "osd.9", null, at("host=osd.1")), "name osd.1");
    refused(() -> CrushEdit.place(map, "osd.9", null, at("host=a", "host=b")), "two of type host");
    refused(() -> CrushEdit.place(map, "default", null, at("host=host1")), "host1 is part of");
    refused(() -> CrushEdit.addBucket(map, "host1", "host"), "host1 exists already");
    refused(() -> CrushEdit.addBucket(map, "a", "osd"), "'osd' is not a type of buckets");
    refused(() -> CrushEdit.reweight(map, "host1", 1), "host1 is a bucket", "devices");
    refused(() -> CrushEdit.reweight(map, "osd.0", -1), "weigh more than 65535");
    refused(() -> CrushEdit.setDeviceClass(map, "osd.0", "a b"), "'a b' cannot name");
    refused(
        () -> CrushEdit.createReplicatedRule(map, "r", "default", "host", "ssd"),
        "no device is of class ssd");
    refused(() -> CrushEdit.createReplicatedRule(map, "r", "default", "bed", null), "'bed'", "osd");
    refused(
        () -> CrushEdit.createReplicatedRule(map, "replicated_rule", "default", "host", null),
        "exists already");
    refused(() -> CrushEdit.removeRule(map, "r"), "no rule r", "replicated_rule");
  }
}
