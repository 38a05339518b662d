package io.pando.cluster.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.crush.CrushEdit;
import io.pando.crush.CrushEditException;
import io.pando.crush.CrushLocation;
import io.pando.crush.CrushMap;
import io.pando.crush.CrushMapper;
import io.pando.crush.FragmentRule;
import io.pando.crush.HostMaps;
import io.pando.crush.RuleReach;
import io.pando.crush.choose.Workspace;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Rule;
import io.pando.crush.text.CrushText;
import io.pando.random.Random64;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Rules for fragments, and where they place them. */
class FragmentPlacesTest {
  /** Racks of hosts of two devices, of which each second is of class ssd. */
  private static CrushMap racks(int racks, int hosts) throws CrushEditException {
    CrushMap map = CrushEdit.initial();
    for (int i = 0; i < racks * hosts * 2; i++) {
      int host = i / 2;
      map =
          CrushEdit.place(
              map,
              "osd." + i,
              CrushWeight.ONE,
              List.of(
                  new CrushLocation("host", "h" + host),
                  new CrushLocation("rack", "r" + host / hosts),
                  new CrushLocation("root", "default")));
      map = CrushEdit.setDeviceClass(map, "osd." + i, i % 2 == 0 ? "ssd" : "hdd");
    }
    return map;
  }

  private static int[] place(CrushMap map, Rule rule, int x, int size, int[] reweights) {
    int[] result = new int[size];
    int found = CrushMapper.map(map, rule.id(), x, result, reweights, new Workspace());
    assertThat(found).isEqualTo(size);
    return result;
  }

  private static int[] full(int devices) {
    int[] reweights = new int[devices];
    Arrays.fill(reweights, CrushMapper.FULL_WEIGHT);
    return reweights;
  }

  private static int bucketOf(CrushMap map, int item, String type) {
    int at = item;
    while (at >= 0 || map.bucket(at).orElseThrow().type() != map.type(type).orElseThrow().id()) {
      at = map.parentsOf(at).getFirst().id();
    }
    return at;
  }

  /**
   * Whatever profile is accepted: no two fragments share a failure domain, the fragments of a group
   * share their bucket of the locality, devices are of the class, and there is no hole.
   */
  @Test
  void fragmentsOfAnObjectAreInDifferentFailureDomains() throws CrushEditException {
    CrushMap map = racks(12, 10);
    Random64 random = new Random64(2);
    int accepted = 0;
    for (int i = 0; i < 400; i++) {
      ErasureProfile profile = ErasureProfileTest.any(random);
      int size = profile.code().positions();
      if (profile.refusal().isPresent() || profile.rule().shortage(map, size).isPresent()) {
        continue;
      }
      accepted++;
      CrushMap with = profile.rule().addTo(map, "fragments");
      Rule rule = with.rule("fragments").orElseThrow();
      assertThat(RuleReach.most(with, rule, size)).isEqualTo(size);
      assertThat(RuleReach.keepsPositions(rule)).isTrue();
      assertThat(size).isBetween(rule.minSize(), rule.maxSize());
      for (int x = 0; x < 20; x++) {
        check(with, profile, place(with, rule, x, size, full(240)));
      }
    }
    assertThat(accepted).isGreaterThan(100);
  }

  private static void check(CrushMap map, ErasureProfile profile, int[] devices) {
    PoolCode code = profile.code();
    boolean hosts = profile.domains().failureDomain().equals("host");
    TreeSet<Integer> domains = new TreeSet<>();
    TreeMap<Integer, Integer> rackOfGroup = new TreeMap<>();
    for (int position = 0; position < devices.length; position++) {
      int device = devices[position];
      assertThat(device).as("%s", profile).isNotEqualTo(CrushMapper.NONE);
      assertThat(domains.add(hosts ? bucketOf(map, device, "host") : device))
          .as("%s at %d of %s", profile, position, Arrays.toString(devices))
          .isTrue();
      String deviceClass = profile.domains().deviceClass();
      if (deviceClass != null) {
        assertThat(map.device(device).orElseThrow().deviceClass()).isEqualTo(deviceClass);
      }
      if (profile.domains().locality() != null) {
        int rack = bucketOf(map, device, "rack");
        Integer other = rackOfGroup.putIfAbsent(position / (code.parameters().l() + 1), rack);
        assertThat(other == null || other == rack).as("%s", profile).isTrue();
      }
    }
    assertThat(new TreeSet<>(rackOfGroup.values())).hasSameSizeAs(rackOfGroup.keySet());
  }

  /**
   * Where there is room, a device that declines hardly moves other fragments; where every host is
   * used, one fragment has no place.
   */
  @Test
  void positionsStayWhenADeviceFails() throws CrushEditException {
    Failures withRoom = failures(9);
    assertThat(withRoom.holes()).isZero();
    assertThat(withRoom.moved()).as("of 2,500 other fragments").isLessThan(250);
    assertThat(failures(6).holes()).as("of 500 objects").isEqualTo(500);
  }

  private record Failures(int holes, int moved) {}

  /** In each of 500 mappings one device fails. */
  private static Failures failures(int hosts) throws CrushEditException {
    CrushMap map = addTo(HostMaps.of(hosts, 1), "k=4", "m=2");
    Rule rule = map.rule("fragments").orElseThrow();
    int holes = 0;
    int moved = 0;
    for (int x = 0; x < 500; x++) {
      int[] before = place(map, rule, x, 6, full(hosts));
      int failed = x % 6;
      int[] reweights = full(hosts);
      reweights[before[failed]] = 0;
      int[] after = place(map, rule, x, 6, reweights);
      assertThat(after).doesNotContain(before[failed]);
      for (int position = 0; position < 6; position++) {
        holes += after[position] == CrushMapper.NONE ? 1 : 0;
        moved += position != failed && after[position] != before[position] ? 1 : 0;
      }
    }
    return new Failures(holes, moved);
  }

  private static CrushMap addTo(CrushMap map, String... settings) throws CrushEditException {
    return ErasureProfile.parse(List.of(settings)).rule().addTo(map, "fragments");
  }

  @Test
  void theStepsAreThoseOfCeph() throws CrushEditException {
    assertThat(CrushText.print(addTo(HostMaps.of(6, 1), "k=4", "m=2")))
        .contains(
            """
            rule fragments {
            \tid 1
            \ttype erasure
            \tmin_size 1
            \tmax_size 32
            \tstep set_chooseleaf_tries 5
            \tstep set_choose_tries 100
            \tstep take default
            \tstep chooseleaf indep 0 type host
            \tstep emit
            }
            """);
    List<String> local =
        List.of(
            "k=4",
            "m=2",
            "l=3",
            "crush-locality=rack",
            "crush-device-class=ssd",
            "crush-failure-domain=osd");
    assertThat(CrushText.print(addTo(racks(2, 4), local.toArray(String[]::new))))
        .contains(
            """
            \tmin_size 8
            \tmax_size 8
            \tstep set_chooseleaf_tries 5
            \tstep set_choose_tries 100
            \tstep take default class ssd
            \tstep choose indep 2 type rack
            \tstep choose indep 4 type osd
            \tstep emit
            """);
  }

  @Test
  void tooFewFailureDomainsAreCounted() throws CrushEditException {
    FragmentRule hosts = ErasureProfile.parse(List.of("k=4", "m=2")).rule();
    assertThat(hosts.shortage(HostMaps.of(5, 3), 6))
        .contains("6 fragments need 6 failure domains of type host, and there are 5 below default");
    assertThat(hosts.shortage(HostMaps.of(6, 1), 6)).isEmpty();
    CrushMap light = CrushEdit.reweight(HostMaps.of(6, 1), "osd.0", 0);
    assertThat(hosts.shortage(light, 6))
        .hasValueSatisfying(why -> assertThat(why).contains("there are 5"));
    FragmentRule ssd = ErasureProfile.parse(List.of("k=4", "m=2", "crush-device-class=ssd")).rule();
    CrushMap map = CrushEdit.setDeviceClass(HostMaps.of(6, 1), "osd.3", "ssd");
    assertThat(ssd.shortage(map, 6))
        .hasValueSatisfying(
            why -> assertThat(why).endsWith("there are 1 below default of class ssd"));
    FragmentRule local =
        ErasureProfile.parse(List.of("k=4", "m=2", "l=3", "crush-locality=rack")).rule();
    assertThat(local.shortage(racks(2, 4), 8)).isEmpty();
    assertThat(local.shortage(racks(3, 3), 8))
        .contains(
            "2 groups of fragments need 2 buckets of type rack with 4 failure domains of type host"
                + " each, and there are 0 below default");
  }

  @Test
  void whatTheMapLacksIsNamed() {
    CrushMap map = HostMaps.of(6, 1);
    Map.of(
            "crush-root=nope", "nope is not in the map",
            "crush-failure-domain=shelf", "'shelf' is not a type",
            "crush-device-class=ssd", "no device is of class ssd")
        .forEach((setting, why) ->
            assertThatThrownBy(() -> addTo(map, "k=4", "m=2", setting))
                .isInstanceOf(CrushEditException.class)
                .hasMessageContaining(why));
    assertThatThrownBy(() -> addTo(map, "k=4", "m=2", "l=3", "crush-locality=osd"))
        .hasMessageContaining("choose a failure domain below osd");
    assertThatThrownBy(() -> addTo(addTo(map, "k=4", "m=2"), "k=4", "m=2"))
        .hasMessageContaining("exists already");
  }

  @Test
  void theReachOfARuleIsThatOfItsBestMapping() throws CrushEditException {
    CrushMap map = addTo(HostMaps.of(4, 3), "k=4", "m=2");
    Rule rule = map.rule("fragments").orElseThrow();
    assertThat(RuleReach.most(map, rule, 6)).isEqualTo(4);
    assertThat(RuleReach.most(map, rule, 3)).isEqualTo(3);
    assertThat(RuleReach.keepsPositions(map.rule("replicated_rule").orElseThrow())).isFalse();
  }
}
