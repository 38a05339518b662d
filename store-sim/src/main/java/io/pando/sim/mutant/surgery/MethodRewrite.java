package io.pando.sim.mutant.surgery;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rewrites the code of one method: at every place of a mutant,
 *
 * <pre>
 *   if (Planted.active == 3) { mutated code } else if (Planted.active == 8) { other } else { as it was }
 * </pre>
 */
final class MethodRewrite implements CodeTransform {
  private final MethodModel method;
  private final Map<Integer, List<Planting>> sites;
  private int element;

  MethodRewrite(MethodModel method, Map<Integer, List<Planting>> sites) {
    this.method = method;
    this.sites = sites;
  }

  @Override
  public void atStart(CodeBuilder code) {
    for (Planting planting : sites.getOrDefault(Sites.ENTRY, List.of())) {
      Label otherwise = code.newLabel();
      Emit.unlessActive(code, planting.number(), otherwise);
      instead(code, planting);
      code.labelBinding(otherwise);
    }
  }

  @Override
  public void accept(CodeBuilder code, CodeElement original) {
    int at = element++;
    List<Planting> here = sites.getOrDefault(at, List.of());
    if (here.isEmpty()) {
      code.with(original);
      return;
    }
    Label end = code.newLabel();
    for (Planting planting : here) {
      Label otherwise = code.newLabel();
      if (planting.cut().form() instanceof Form.At drawn) {
        Emit.unlessDrawn(code, planting.number(), otherwise);
        SlipCode.emit(code, drawn, original);
        code.goto_(end).labelBinding(otherwise);
        continue;
      }
      Emit.unlessActive(code, planting.number(), otherwise);
      if (original instanceof BranchInstruction branch) {
        code.branch(Conditions.inverse(branch.opcode()).orElseThrow(), branch.target());
      } else if (original instanceof InvokeInstruction call) {
        instead(code, planting, call);
      }
      code.goto_(end).labelBinding(otherwise);
    }
    code.with(original).labelBinding(end);
  }

  /** Replaces the whole method. */
  private void instead(CodeBuilder code, Planting planting) {
    ClassDesc result = method.methodTypeSymbol().returnType();
    List<ClassDesc> arguments = new ArrayList<>();
    if (!method.flags().has(AccessFlag.STATIC)) {
      arguments.add(method.parent().orElseThrow().thisClass().asSymbol());
    }
    arguments.addAll(method.methodTypeSymbol().parameterList());
    if (planting.cut().form() instanceof Form.Gives(Value value)) {
      if (value instanceof Value.Argument argument) {
        load(code, arguments, argument.index());
      } else {
        check(planting, value, result);
        Emit.value(code, value, result);
      }
    } else if (planting.cut().form() instanceof Form.IsReplaced replaced) {
      for (int i = 0; i < arguments.size(); i++) {
        load(code, arguments, i);
      }
      code.invokestatic(Emit.REPLACEMENTS, replaced.by(), MethodTypeDesc.of(result, arguments));
    }
    code.return_(TypeKind.from(result));
  }

  private static void load(CodeBuilder code, List<ClassDesc> arguments, int index) {
    int slot = 0;
    for (ClassDesc before : arguments.subList(0, index)) {
      slot += TypeKind.from(before).slotSize();
    }
    code.loadLocal(TypeKind.from(arguments.get(index)), slot);
  }

  /** Replaces one call; its arguments are on the stack. */
  private static void instead(CodeBuilder code, Planting planting, InvokeInstruction call) {
    ClassDesc result = call.typeSymbol().returnType();
    List<ClassDesc> arguments = new ArrayList<>();
    if (call.opcode() != Opcode.INVOKESTATIC) {
      arguments.add(call.owner().asSymbol());
    }
    arguments.addAll(call.typeSymbol().parameterList());
    switch (planting.cut().form()) {
      case Form.CallGives(_, Value.Argument argument) -> keep(code, arguments, argument.index());
      case Form.CallGives(_, Value value) -> {
        check(planting, value, result);
        drop(code, arguments);
        Emit.value(code, value, result);
      }
      case Form.CallNegated _ -> code.with(call).loadConstant(1).ixor();
      case Form.CallReplaced replaced ->
          code.invokestatic(Emit.REPLACEMENTS, replaced.by(), MethodTypeDesc.of(result, arguments));
      case Form.Gives _, Form.IsReplaced _, Form.BranchNegated _, Form.At _ ->
          throw planting.refused("is no change of a call");
    }
  }

  private static void check(Planting planting, Value value, ClassDesc wanted) {
    boolean fits =
        switch (value) {
          case Value.None _ -> wanted.equals(ConstantDescs.CD_void);
          case Value.Amount _ ->
              switch (TypeKind.from(wanted)) {
                case BOOLEAN, INT, LONG -> true;
                default -> false;
              };
          case Value.Null _, Value.Constant _, Value.Made _ -> !wanted.isPrimitive();
          case Value.Argument _ -> true;
        };
    if (!fits) {
      throw planting.refused(
          "%s cannot stand for a %s in %s"
              .formatted(value, wanted.displayName(), planting.cut().type()));
    }
  }

  private static void drop(CodeBuilder code, List<ClassDesc> arguments) {
    for (ClassDesc argument : arguments.reversed()) {
      if (TypeKind.from(argument).slotSize() == 2) {
        code.pop2();
      } else {
        code.pop();
      }
    }
  }

  private static void keep(CodeBuilder code, List<ClassDesc> arguments, int index) {
    drop(code, arguments.subList(index + 1, arguments.size()));
    TypeKind kind = TypeKind.from(arguments.get(index));
    int slot = code.allocateLocal(kind);
    code.storeLocal(kind, slot);
    drop(code, arguments.subList(0, index));
    code.loadLocal(kind, slot);
  }
}
