package io.pando.sim.mutant.surgery;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds every place of a class where a {@link Slip} can be made. */
public final class SlipSites {
  /** Methods that only produce text for people, or check invariants. */
  private static final Set<String> TEXT =
      Set.of(
          "toString",
          "describe",
          "waitsFor",
          "label",
          "account",
          "explain",
          "sentence",
          "accessMode",
          "report",
          "view",
          "text",
          "detail",
          "hashCode",
          "<clinit>",
          "invariants",
          "thoroughInvariants",
          "checkInvariants");

  /** Methods that ignore the order of their arguments. */
  private static final Set<String> SYMMETRIC =
      Set.of("Math.min", "Math.max", "Math.addExact", "Math.multiplyExact");

  /** Calls without a significant effect, or that cannot be left out in any sensible way. */
  private static final List<String> NEVER_LEFT_OUT =
      List.of(
          "io/pando/check/",
          "io/pando/probe/",
          "java/lang/String",
          "java/lang/Integer",
          "java/lang/Long",
          "org/slf4j/");

  private final String type;
  private final String binaryName;
  private final List<Spot> spots = new ArrayList<>();

  /**
   * A place where a slip can be made.
   *
   * @param type binary name of the class, without {@code io.pando.}
   * @param variant index of the variant, from 0
   * @param what description of the change, for people
   */
  public record Spot(Slip slip, String type, At at, int variant, String what) {}

  /**
   * Place in the code of a class.
   *
   * @param method name and descriptor
   * @param element number of the code element within the method
   * @param line line in the source; 0 if unknown
   */
  public record At(String method, int element, int line) {}

  private SlipSites(ClassModel model) {
    this.binaryName = model.thisClass().asInternalName().replace('/', '.');
    this.type = binaryName.substring("io.pando.".length());
  }

  /** All places of a class, in the order of its code. */
  public static List<Spot> of(ClassModel model) {
    SlipSites sites = new SlipSites(model);
    for (MethodModel method : model.methods()) {
      CodeModel code = method.code().orElse(null);
      if (code != null && !isText(method)) {
        sites.find(method, code);
      }
    }
    return sites.spots;
  }

  private static boolean isText(MethodModel method) {
    String name = method.methodName().stringValue();
    return TEXT.contains(name) || (method.flags().has(AccessFlag.SYNTHETIC) && isTextLambda(name));
  }

  private static boolean isTextLambda(String name) {
    return TEXT.stream().anyMatch(text -> name.startsWith("lambda$" + text + "$"))
        || name.equals("$values");
  }

  private void find(MethodModel method, CodeModel code) {
    String key = Sites.key(method);
    List<ClassDesc> parameters = Slots.types(method);
    int line = 0;
    int element = 0;
    CodeElement before = null;
    for (CodeElement step : code) {
      if (step instanceof LineNumber number) {
        line = number.line();
      }
      At at = new At(key, element, line);
      switch (step) {
        case BranchInstruction branch -> onBranch(at, branch);
        case ConstantInstruction constant -> onConstant(at, constant);
        case InvokeInstruction call -> {
          onCall(at, call);
          onLastArgument(at, call, before, parameters);
        }
        default -> {}
      }
      before = step instanceof Label || step instanceof LineNumber ? before : step;
      element++;
    }
  }

  private void add(At at, Slip slip, int variant, String what) {
    spots.add(new Spot(slip, type, at, variant, what));
  }

  private void onBranch(At at, BranchInstruction branch) {
    if (Conditions.inverse(branch.opcode()).isEmpty()) {
      return;
    }
    add(at, Slip.CONDITION_NEGATED, 0, branch.opcode().name());
    add(at, Slip.CONDITION_DROPPED, 0, branch.opcode().name());
    if (SlipCode.neighbour(branch.opcode()) != null) {
      add(at, Slip.COMPARISON_OFF_BY_ONE, 0, branch.opcode().name());
    }
  }

  private void onConstant(At at, ConstantInstruction constant) {
    if (constant.constantValue() instanceof Integer || constant.constantValue() instanceof Long) {
      long value = ((Number) constant.constantValue()).longValue();
      add(at, Slip.CONSTANT_SHIFTED, 0, Long.toString(value));
      if (value != 0 && value != 1) {
        add(at, Slip.CONSTANT_SHIFTED, 1, Long.toString(value));
      }
    }
  }

  private void onCall(At at, InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    String what = owner.substring(owner.lastIndexOf('/') + 1) + "." + call.name().stringValue();
    if (call.name().equalsString("<init>")) {
      return;
    }
    if (NEVER_LEFT_OUT.stream().noneMatch(owner::startsWith) && SlipCode.canBeLeftOut(call)) {
      add(at, Slip.CALL_LEFT_OUT, 0, what);
    }
    if (!owner.startsWith("io/pando/check/") && !SYMMETRIC.contains(what)) {
      List<ClassDesc> arguments = SlipCode.arguments(call);
      for (int i = 0; i + 1 < arguments.size(); i++) {
        if (arguments.get(i).equals(arguments.get(i + 1))) {
          add(at, Slip.ARGUMENTS_SWAPPED, i, what);
        }
      }
    }
  }

  private void onLastArgument(
      At at, InvokeInstruction call, @Nullable CodeElement before, List<ClassDesc> parameters) {
    if (!(before instanceof LoadInstruction load)
        || call.typeSymbol().parameterCount() == 0
        || call.owner().asInternalName().startsWith("io/pando/check/")) {
      return;
    }
    ClassDesc wanted = call.typeSymbol().parameterList().getLast();
    int slot = 0;
    for (ClassDesc parameter : parameters) {
      if (parameter.equals(wanted) && slot != load.slot()) {
        add(at, Slip.ARGUMENT_STALE, slot, call.name().stringValue());
      }
      slot += TypeKind.from(parameter).slotSize();
    }
  }

  /** Parameters of a method by slot. */
  static final class Slots {
    private Slots() {}

    static List<ClassDesc> types(MethodModel method) {
      List<ClassDesc> types = new ArrayList<>();
      if (!method.flags().has(AccessFlag.STATIC)) {
        types.add(method.parent().orElseThrow().thisClass().asSymbol());
      }
      types.addAll(method.methodTypeSymbol().parameterList());
      return types;
    }
  }
}
