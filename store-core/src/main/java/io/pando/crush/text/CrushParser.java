package io.pando.crush.text;

import io.pando.crush.CrushMap;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.CrushLimits;
import io.pando.crush.model.Device;
import io.pando.crush.model.InvalidCrushMapException;
import io.pando.crush.model.Tunable;
import io.pando.crush.model.Tunables;
import io.pando.crush.text.CrushScanner.Word;
import java.util.TreeSet;

/**
 * Reads a map's text. Definitions must come before references: types and devices, then buckets from
 * the leaves upwards, then rules.
 */
final class CrushParser {
  private static final int MAX_SIZE = 255;

  private final CrushScanner in;
  private final CrushMap.Builder map = CrushMap.builder();
  private final CrushNames names = new CrushNames();
  private final TreeSet<Integer> ruleIds = new TreeSet<>();
  private final TreeSet<String> ruleNames = new TreeSet<>();
  private Tunables tunables = Tunables.legacy();

  CrushParser(CrushScanner in) {
    this.in = in;
  }

  CrushMap parse() throws CrushSyntaxException {
    names.reserveIds(in.negativeNumbersAfter("id"));
    while (!in.atEnd()) {
      section();
    }
    try {
      return map.tunables(tunables).build();
    } catch (InvalidCrushMapException e) {
      throw in.peek().problem(e.problem());
    }
  }

  private void section() throws CrushSyntaxException {
    switch (in.peek().text()) {
      case "tunable" -> tunable();
      case "device" -> device();
      case "type" -> type();
      case "rule" -> rule();
      case "choose_args" ->
          throw in.peek().problem("weight sets (choose_args) are not supported; remove them");
      default -> new BucketParser(in, map, names).bucket();
    }
  }

  private void tunable() throws CrushSyntaxException {
    in.take();
    Word name = in.peek();
    Tunable tunable =
        Tunable.ofText(name.text()).orElseThrow(() -> in.unexpected("the name of a tunable"));
    in.take();
    tunables = tunables.with(tunable, in.number(name.text(), 0, Integer.MAX_VALUE));
  }

  private void device() throws CrushSyntaxException {
    in.take();
    Word at = in.peek();
    int id = in.number("a device's id", 0, CrushLimits.MAX_DEVICES - 1);
    Word nameAt = in.peek();
    String name = in.name("a device's name");
    String deviceClass = in.skip("class") ? in.name("a device class") : null;
    names.define(at, id, nameAt, name);
    if (deviceClass != null) {
      names.classKnown(deviceClass);
    }
    map.device(new Device(id, name, deviceClass));
  }

  private void type() throws CrushSyntaxException {
    in.take();
    Word at = in.peek();
    int id = in.number("a type's id", 0, CrushLimits.MAX_TYPE);
    Word nameAt = in.peek();
    String name = in.name("a type's name");
    names.defineType(at, id, nameAt, name);
    map.type(new BucketType(id, name));
  }

  private void rule() throws CrushSyntaxException {
    in.take();
    Word nameAt = in.peek();
    String given = in.isNext("{") ? null : in.name("a rule's name");
    in.expect("{");
    if (!in.skip("id") && !in.skip("ruleset")) {
      throw in.unexpected("'id'");
    }
    Word idAt = in.peek();
    int id = in.number("a rule's id", 0, CrushLimits.MAX_RULES - 1);
    String name = given == null ? "rule" + id : given;
    if (!ruleIds.add(id)) {
      throw idAt.problem("another rule has id " + id);
    }
    if (!ruleNames.add(name)) {
      throw nameAt.problem("another rule has the name " + name);
    }
    map.rule(new RuleParser(in, names).rule(id, name, MAX_SIZE));
  }
}
