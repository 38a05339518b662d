package io.pando.cli.command.admin;

import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.crush.CrushMap;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.Device;
import io.pando.id.OsdId;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The CRUSH hierarchy with the state of its OSDs, in the layout of {@code ceph osd tree}. */
public final class OsdTree {
  private final ClusterMap map;
  private final List<Node> nodes = new ArrayList<>();
  private final TreeSet<OsdId> stray;

  /**
   * A line of the tree.
   *
   * @param depth 0 for a root
   * @param weight 16.16 fixed point
   */
  private record Node(
      int id, String type, String name, int depth, long weight, List<Integer> below) {}

  private OsdTree(ClusterMap map) {
    this.map = map;
    this.stray = new TreeSet<>(map.osds().keySet());
    for (Bucket root : map.crush().roots()) {
      visit(root, 0);
    }
    for (OsdId osd : stray) {
      nodes.add(new Node(osd.value(), "osd", osd.toString(), 0, 0, List.of()));
    }
  }

  /** The tree of a map. */
  public static OsdTree of(ClusterMap map) {
    return new OsdTree(map);
  }

  private void visit(Bucket bucket, int depth) {
    CrushMap crush = map.crush();
    String type = crush.type(bucket.type()).map(BucketType::name).orElse("?");
    List<Integer> below = bucket.items().stream().map(Bucket.Item::id).toList();
    nodes.add(new Node(bucket.id(), type, bucket.name(), depth, bucket.weight(), below));
    for (Bucket.Item item : bucket.items()) {
      if (item.id() >= 0) {
        stray.remove(new OsdId(item.id()));
        String name = crush.nameOf(item.id());
        long weight = Integer.toUnsignedLong(item.weight());
        nodes.add(new Node(item.id(), "osd", name, depth + 1, weight, List.of()));
      } else {
        crush.bucket(item.id()).ifPresent(child -> visit(child, depth + 1));
      }
    }
  }

  /** Prints the tree for people. */
  public void print(PrintStream out) {
    Table table =
        new Table().right("ID", "CLASS", "WEIGHT").left("TYPE NAME").right("STATUS", "REWEIGHT");
    for (Node node : nodes) {
      OsdInfo osd = node.id >= 0 ? map.osds().get(new OsdId(node.id)) : null;
      boolean isBucket = node.id < 0;
      String label = "    ".repeat(node.depth) + (isBucket ? node.type + " " : "") + node.name;
      table.row(
          node.id,
          deviceClass(map, node.id),
          fixed(node.weight),
          label,
          isBucket ? "" : status(osd),
          isBucket ? "" : osd == null ? "-" : fixed(osd.effectiveReweight()));
    }
    table.print(out);
  }

  /** Device class of an OSD; empty if it has none, and for a bucket. */
  static String deviceClass(ClusterMap map, int id) {
    String deviceClass = map.crush().device(id).map(Device::deviceClass).orElse("");
    return deviceClass == null ? "" : deviceClass;
  }

  private static String status(@Nullable OsdInfo osd) {
    return osd == null ? "DNE" : osd.up() ? "up" : "down";
  }

  /** A 16.16 number with five decimals. */
  static String fixed(long weight) {
    return String.format(Locale.ROOT, "%.5f", weight / 65536.0);
  }

  /** The JSON form. */
  Json json() {
    List<Json> list = new ArrayList<>();
    for (Node node : nodes) {
      Json json = new Json().put("id", node.id).put("name", node.name).put("type", node.type);
      if (node.id >= 0) {
        OsdInfo osd = map.osds().get(new OsdId(node.id));
        json.put("device_class", deviceClass(map, node.id))
            .put("crush_weight", node.weight / 65536.0)
            .put("depth", node.depth)
            .put("exists", osd == null ? 0 : 1)
            .put("status", status(osd))
            .put("reweight", osd == null ? 0 : osd.effectiveReweight() / 65536.0);
      } else {
        json.put("children", node.below);
      }
      list.add(json);
    }
    return new Json().put("nodes", list);
  }
}
