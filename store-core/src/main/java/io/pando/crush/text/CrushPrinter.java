package io.pando.crush.text;

import io.pando.crush.CrushMap;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Device;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import io.pando.crush.model.Tunable;
import java.util.TreeSet;

/** Writes a map as text, in the order and with the comments of {@code crushtool -d}. */
final class CrushPrinter {
  private static final String KEEP = "\t\t# do not change unnecessarily\n";

  private final CrushMap map;
  private final StringBuilder out = new StringBuilder();
  private final TreeSet<Integer> printed = new TreeSet<>();

  CrushPrinter(CrushMap map) {
    this.map = map;
  }

  String print() {
    out.append("# begin crush map\n");
    for (Tunable tunable : Tunable.values()) {
      int value = map.tunables().get(tunable);
      if (value != tunable.legacy()) {
        line("tunable ", tunable.text(), " ", value);
      }
    }
    out.append("\n# devices\n");
    map.devices().forEach(this::device);
    out.append("\n# types\n");
    map.types().forEach(type -> line("type ", type.id(), " ", type.name()));
    out.append("\n# buckets\n");
    map.buckets().forEach(this::bucketAfterItsItems);
    out.append("\n# rules\n");
    map.rules().forEach(this::rule);
    out.append("\n# end crush map\n");
    return out.toString();
  }

  private void line(Object... parts) {
    for (Object part : parts) {
      out.append(part);
    }
    out.append('\n');
  }

  private void device(Device device) {
    out.append("device ").append(device.id()).append(' ').append(device.name());
    if (device.deviceClass() != null) {
      out.append(" class ").append(device.deviceClass());
    }
    out.append('\n');
  }

  private void bucketAfterItsItems(Bucket bucket) {
    if (printed.add(bucket.id())) {
      for (Bucket.Item item : bucket.items()) {
        map.bucket(item.id()).ifPresent(this::bucketAfterItsItems);
      }
      bucket(bucket);
    }
  }

  private String typeName(int id) {
    return map.type(id).map(BucketType::name).orElse(Integer.toString(id));
  }

  private void bucket(Bucket bucket) {
    line(typeName(bucket.type()), " ", bucket.name(), " {");
    out.append("\tid ").append(bucket.id()).append(KEEP);
    bucket
        .shadowIds()
        .forEach((name, id) -> out.append("\tid " + id + " class " + name).append(KEEP));
    line("\t# weight ", CrushWeight.formatRounded(bucket.weight()));
    line("\talg ", bucket.algorithm().text(), remark(bucket));
    out.append("\thash 0\t# rjenkins1\n");
    boolean positions =
        bucket.algorithm() == BucketAlgorithm.UNIFORM || bucket.algorithm() == BucketAlgorithm.TREE;
    for (int i = 0; i < bucket.items().size(); i++) {
      Bucket.Item item = bucket.items().get(i);
      line(
          "\titem ",
          map.nameOf(item.id()),
          " weight ",
          CrushWeight.format(item.weight()),
          positions ? " pos " + i : "");
    }
    out.append("}\n");
  }

  private static String remark(Bucket bucket) {
    return switch (bucket.algorithm()) {
      case UNIFORM -> "\t# do not change bucket size (" + bucket.items().size() + ") unnecessarily";
      case LIST -> "\t# add new items at the end; do not change order unnecessarily";
      case TREE -> "\t# do not change pos for existing items unnecessarily";
      case STRAW, STRAW2 -> "";
    };
  }

  private void rule(Rule rule) {
    line("rule ", rule.name(), " {");
    line("\tid ", rule.id());
    line("\ttype ", rule.kind().text());
    line("\tmin_size ", rule.minSize());
    line("\tmax_size ", rule.maxSize());
    rule.steps().forEach(step -> line("\tstep ", step(step)));
    out.append("}\n");
  }

  private String step(RuleStep step) {
    return switch (step) {
      case RuleStep.Take take ->
          "take "
              + map.nameOf(take.item())
              + (take.deviceClass() == null ? "" : " class " + take.deviceClass());
      case RuleStep.Choose choose ->
          (choose.leaves() ? "chooseleaf " : "choose ")
              + choose.mode().text()
              + " "
              + choose.count()
              + " type "
              + typeName(choose.type());
      case RuleStep.SetTo set -> set.setting().text() + " " + set.value();
      case RuleStep.Emit() -> "emit";
    };
  }
}
