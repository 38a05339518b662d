package io.pando.crush.text;

import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import io.pando.crush.text.CrushScanner.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the body of one rule of a map's text. */
final class RuleParser {
  private static final int MAX_COUNT = 1 << 16;

  private final CrushScanner in;
  private final CrushNames names;

  RuleParser(CrushScanner in, CrushNames names) {
    this.in = in;
    this.names = names;
  }

  /** The rule, from its type to the closing brace. */
  Rule rule(int id, String name, int sizeLimit) throws CrushSyntaxException {
    in.expect("type");
    Rule.Kind kind = kind();
    int minSize = in.skip("min_size") ? in.number("a size", 0, sizeLimit) : 1;
    int maxSize = in.skip("max_size") ? in.number("a size", 0, sizeLimit) : 10;
    List<RuleStep> steps = new ArrayList<>();
    while (!in.skip("}")) {
      if (!in.skip("step")) {
        throw in.unexpected("'step' or '}'");
      }
      steps.add(step());
    }
    if (steps.isEmpty()) {
      throw in.peek().problem("rule " + name + " has no steps");
    }
    return new Rule(id, name, kind, minSize, maxSize, steps);
  }

  private Rule.Kind kind() throws CrushSyntaxException {
    for (Rule.Kind kind : Rule.Kind.values()) {
      if (in.skip(kind.text())) {
        return kind;
      }
    }
    throw in.unexpected("'replicated' or 'erasure'");
  }

  private RuleStep step() throws CrushSyntaxException {
    Optional<RuleStep.Setting> setting = RuleStep.Setting.ofText(in.peek().text());
    if (setting.isPresent()) {
      in.take();
      return new RuleStep.SetTo(setting.get(), in.number("a number", 0, Integer.MAX_VALUE));
    }
    if (in.skip("take")) {
      return take();
    }
    if (in.skip("emit")) {
      return new RuleStep.Emit();
    }
    if (in.isNext("choose") || in.isNext("chooseleaf")) {
      return choose(in.take().text().equals("chooseleaf"));
    }
    throw in.unexpected(
        "'take', 'choose', 'chooseleaf', 'emit' or a setting like "
            + RuleStep.Setting.CHOOSE_TRIES.text());
  }

  private RuleStep take() throws CrushSyntaxException {
    Word at = in.peek();
    String name = in.name("the name of a bucket or device");
    int item = names.idOf(name).orElseThrow(() -> at.problem("item '" + name + "' is not defined"));
    if (!in.skip("class")) {
      return new RuleStep.Take(item, null);
    }
    if (item >= 0) {
      throw at.problem("'" + name + "' is a device; a class can be taken of a bucket only");
    }
    Word classAt = in.peek();
    String deviceClass = in.name("a device class");
    if (!names.isClass(deviceClass)) {
      throw classAt.problem("no device is of class '" + deviceClass + "'");
    }
    return new RuleStep.Take(item, deviceClass);
  }

  private RuleStep choose(boolean leaves) throws CrushSyntaxException {
    RuleStep.Mode mode;
    if (in.skip(RuleStep.Mode.FIRSTN.text())) {
      mode = RuleStep.Mode.FIRSTN;
    } else if (in.skip(RuleStep.Mode.INDEP.text())) {
      mode = RuleStep.Mode.INDEP;
    } else {
      throw in.unexpected("'firstn' or 'indep'");
    }
    int count = in.number("a count", -MAX_COUNT, MAX_COUNT);
    in.expect("type");
    Word typeAt = in.peek();
    String typeName = in.name("a type");
    int type =
        names
            .typeOf(typeName)
            .orElseThrow(() -> typeAt.problem("type '" + typeName + "' is not defined"));
    return new RuleStep.Choose(mode, leaves, count, type);
  }
}
