package io.pando.format;

import io.pando.crush.CrushMap;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.Device;
import io.pando.crush.model.Rule;
import io.pando.crush.model.Tunable;
import io.pando.crush.model.Tunables;
import io.pando.proto.FormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A CRUSH map in parts that encode compactly: negative ids are counted from -1 downwards, and usual
 * values are left out.
 *
 * @param tunables values that differ from the legacy ones
 */
public record CrushParts(
    SortedMap<Tunable, Integer> tunables,
    List<StoredDevice> devices,
    List<BucketType> types,
    List<StoredBucket> buckets,
    List<Rule> rules) {

  /**
   * A device.
   *
   * @param name name of the device, empty if it is {@code osd.} and the id
   */
  public record StoredDevice(int id, String name, @Nullable String deviceClass) {
    static StoredDevice of(Device device) {
      boolean usual = device.name().equals(usualName(device.id()));
      return new StoredDevice(device.id(), usual ? "" : device.name(), device.deviceClass());
    }

    Device toDevice() {
      return new Device(id, name.isEmpty() ? usualName(id) : name, deviceClass);
    }

    private static String usualName(int id) {
      return "osd." + id;
    }
  }

  /**
   * A bucket.
   *
   * @param place encoded id, from 0: the id is {@code -1 - place}
   * @param items the items
   * @param shadows places of the shadow buckets by device class
   */
  public record StoredBucket(
      int place,
      String name,
      int type,
      BucketAlgorithm algorithm,
      Items items,
      SortedMap<String, Integer> shadows) {
    /**
     * The items of a bucket.
     *
     * @param items ids of the items
     * @param weights weights of the items, in the same order
     */
    public record Items(List<Integer> items, List<Integer> weights) {
      static Items of(List<Bucket.Item> pairs) {
        return new Items(
            pairs.stream().map(Bucket.Item::id).toList(),
            pairs.stream().map(Bucket.Item::weight).toList());
      }

      List<Bucket.Item> pairs(String bucket) {
        if (items.size() != weights.size()) {
          throw new FormatException(
              "bucket %s has %d items and %d weights"
                  .formatted(bucket, items.size(), weights.size()));
        }
        List<Bucket.Item> pairs = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
          pairs.add(new Bucket.Item(items.get(i), weights.get(i)));
        }
        return pairs;
      }
    }

    static StoredBucket of(Bucket bucket) {
      TreeMap<String, Integer> shadows = new TreeMap<>();
      bucket.shadowIds().forEach((deviceClass, id) -> shadows.put(deviceClass, -1 - id));
      return new StoredBucket(
          -1 - bucket.id(),
          bucket.name(),
          bucket.type(),
          bucket.algorithm(),
          Items.of(bucket.items()),
          shadows);
    }

    Bucket toBucket() {
      Map<String, Integer> shadowIds = new TreeMap<>();
      shadows.forEach((deviceClass, shadow) -> shadowIds.put(deviceClass, -1 - shadow));
      return new Bucket(-1 - place, name, type, algorithm, items.pairs(name), shadowIds);
    }
  }

  static CrushParts of(CrushMap map) {
    SortedMap<Tunable, Integer> tunables = new TreeMap<>();
    for (Tunable tunable : Tunable.values()) {
      int value = map.tunables().get(tunable);
      if (value != Tunables.legacy().get(tunable)) {
        tunables.put(tunable, value);
      }
    }
    return new CrushParts(
        tunables,
        map.devices().stream().map(StoredDevice::of).toList(),
        List.copyOf(map.types()),
        map.buckets().stream().map(StoredBucket::of).toList(),
        List.copyOf(map.rules()));
  }

  /**
   * The map.
   *
   * @throws io.pando.crush.model.InvalidCrushMapException if the parts contradict one another
   */
  CrushMap toMap() {
    Tunables all = Tunables.legacy();
    for (Map.Entry<Tunable, Integer> tunable : tunables.entrySet()) {
      all = all.with(tunable.getKey(), tunable.getValue());
    }
    CrushMap.Builder map = CrushMap.builder().tunables(all);
    devices.forEach(device -> map.device(device.toDevice()));
    types.forEach(map::type);
    buckets.forEach(bucket -> map.bucket(bucket.toBucket()));
    rules.forEach(map::rule);
    return map.build();
  }
}
