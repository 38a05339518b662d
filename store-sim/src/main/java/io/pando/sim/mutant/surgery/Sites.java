package io.pando.sim.mutant.surgery;

import io.pando.sim.mutant.surgery.Form.Call;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Finds the places of a cut; their number must be exactly the one that the cut gives. */
final class Sites {
  /** The place before the first element of a method's code. */
  static final int ENTRY = -1;

  private final ClassModel type;
  private final Planting planting;
  private final Cut cut;

  /**
   * A place.
   *
   * @param method key of the method, see {@link #key}
   * @param element number of the element in its code, or {@link #ENTRY}
   */
  record Site(String method, int element) {}

  Sites(ClassModel type, Planting planting) {
    this.type = type;
    this.planting = planting;
    this.cut = planting.cut();
  }

  List<Site> find() {
    return switch (cut.form()) {
      case Form.Gives _, Form.IsReplaced _ -> List.of(theMethod());
      case Form.At at -> List.of(new Site(at.method(), at.element()));
      case Form.CallGives form -> calls(form.call());
      case Form.CallNegated form -> calls(form.call());
      case Form.CallReplaced form -> calls(form.call());
      case Form.BranchNegated form ->
          among(Sites::isCondition, form.which(), form.of(), "conditional branches");
    };
  }

  private Site theMethod() {
    List<MethodModel> found =
        type.methods().stream()
            .filter(method -> method.methodName().equalsString(cut.method()))
            .filter(method -> method.code().isPresent())
            .toList();
    if (found.size() != 1) {
      throw planting.refused(
          "%s has %d methods %s, not one".formatted(cut.type(), found.size(), cut.method()));
    }
    return new Site(key(found.getFirst()), ENTRY);
  }

  private List<Site> calls(Call call) {
    return among(
        element -> isCall(element, call),
        call.which(),
        call.of(),
        "calls of " + call.type() + "." + call.method());
  }

  private List<Site> among(Predicate<CodeElement> alike, int which, int of, String what) {
    List<Site> all = new ArrayList<>();
    boolean exists = false;
    for (MethodModel method : type.methods()) {
      CodeModel code = method.code().orElse(null);
      if (code == null || !belongs(method.methodName().stringValue())) {
        continue;
      }
      exists = true;
      int element = 0;
      for (CodeElement step : code) {
        if (alike.test(step)) {
          all.add(new Site(key(method), element));
        }
        element++;
      }
    }
    if (!exists) {
      throw planting.refused("%s has no method %s".formatted(cut.type(), cut.method()));
    }
    if (all.size() != of || which > of) {
      throw planting.refused(
          "%s.%s has %d %s, not %d".formatted(cut.type(), cut.method(), all.size(), what, of));
    }
    return which == 0 ? all : List.of(all.get(which - 1));
  }

  private boolean belongs(String name) {
    return name.equals(cut.method())
        || name.matches("lambda\\$(lambda\\$)?" + Pattern.quote(cut.method()) + "\\$[0-9$]+");
  }

  private static boolean isCall(CodeElement element, Call call) {
    return element instanceof InvokeInstruction invoke
        && invoke.name().equalsString(call.method())
        && isNamed(invoke.owner().asInternalName(), call.type());
  }

  private static boolean isCondition(CodeElement element) {
    return element instanceof BranchInstruction branch
        && Conditions.inverse(branch.opcode()).isPresent();
  }

  private static boolean isNamed(String internalName, String simpleName) {
    return internalName.endsWith("/" + simpleName) || internalName.endsWith("$" + simpleName);
  }

  /** A method's name and descriptor. */
  static String key(MethodModel method) {
    return method.methodName().stringValue() + method.methodType().stringValue();
  }
}
