package io.pando.sim.mutant.surgery;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Emits {@link Slip}s: code that replaces one element. */
final class SlipCode {
  /** Empty values of these types; a static method without arguments returns each. */
  private static final Map<String, String> NOTHING =
      Map.of("java/util/List", "of", "java/util/Set", "of", "java/util/Map", "of");

  private SlipCode() {}

  /** The comparison that differs where both sides are equal; null if there is none. */
  static @Nullable Opcode neighbour(Opcode opcode) {
    return switch (opcode) {
      case IFLT -> Opcode.IFLE;
      case IFLE -> Opcode.IFLT;
      case IFGT -> Opcode.IFGE;
      case IFGE -> Opcode.IFGT;
      case IF_ICMPLT -> Opcode.IF_ICMPLE;
      case IF_ICMPLE -> Opcode.IF_ICMPLT;
      case IF_ICMPGT -> Opcode.IF_ICMPGE;
      case IF_ICMPGE -> Opcode.IF_ICMPGT;
      default -> null;
    };
  }

  /** All values that a call takes from the stack, the receiver first. */
  static List<ClassDesc> arguments(InvokeInstruction call) {
    List<ClassDesc> arguments = new ArrayList<>();
    if (call.opcode() != Opcode.INVOKESTATIC) {
      arguments.add(call.owner().asSymbol());
    }
    arguments.addAll(call.typeSymbol().parameterList());
    return arguments;
  }

  /** Whether some value can replace the result of a call. */
  static boolean canBeLeftOut(InvokeInstruction call) {
    ClassDesc result = call.typeSymbol().returnType();
    return switch (TypeKind.from(result)) {
      case VOID, BOOLEAN, INT, LONG -> true;
      case REFERENCE ->
          isReceiver(call, result)
              || isOptional(result)
              || NOTHING.containsKey(internalName(result));
      default -> false;
    };
  }

  private static boolean isReceiver(InvokeInstruction call, ClassDesc result) {
    return call.opcode() != Opcode.INVOKESTATIC && call.owner().asSymbol().equals(result);
  }

  private static boolean isOptional(ClassDesc type) {
    return type.equals(ClassDesc.of(Optional.class.getName()));
  }

  private static String internalName(ClassDesc type) {
    String descriptor = type.descriptorString();
    return type.isClassOrInterface()
        ? descriptor.substring(1, descriptor.length() - 1)
        : descriptor;
  }

  /** Emits the mistaken code; the operands of a call are on the stack as usual. */
  static void emit(CodeBuilder code, Form.At at, CodeElement original) {
    switch (at.slip()) {
      case CONDITION_NEGATED -> {
        BranchInstruction branch = (BranchInstruction) original;
        code.branch(Conditions.inverse(branch.opcode()).orElseThrow(), branch.target());
      }
      case CONDITION_DROPPED -> dropOperands(code, ((BranchInstruction) original).opcode());
      case COMPARISON_OFF_BY_ONE -> {
        BranchInstruction branch = (BranchInstruction) original;
        Opcode other = neighbour(branch.opcode());
        if (other != null) {
          code.branch(other, branch.target());
        }
      }
      case CALL_LEFT_OUT -> leaveOut(code, (InvokeInstruction) original);
      case ARGUMENTS_SWAPPED -> swap(code, (InvokeInstruction) original, at.variant());
      case ARGUMENT_STALE -> {
        InvokeInstruction call = (InvokeInstruction) original;
        TypeKind kind = TypeKind.from(call.typeSymbol().parameterList().getLast());
        drop(code, kind);
        code.loadLocal(kind, at.variant());
        code.with(call);
      }
      case CONSTANT_SHIFTED -> shift(code, (ConstantInstruction) original, at.variant());
    }
  }

  private static void dropOperands(CodeBuilder code, Opcode opcode) {
    switch (opcode) {
      case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> code.pop();
      default -> code.pop2();
    }
  }

  private static void leaveOut(CodeBuilder code, InvokeInstruction call) {
    ClassDesc result = call.typeSymbol().returnType();
    List<ClassDesc> arguments = arguments(call);
    boolean keepsReceiver = TypeKind.from(result) == TypeKind.REFERENCE && isReceiver(call, result);
    for (int i = arguments.size() - 1; i >= (keepsReceiver ? 1 : 0); i--) {
      drop(code, TypeKind.from(arguments.get(i)));
    }
    if (keepsReceiver) {
      return;
    }
    switch (TypeKind.from(result)) {
      case BOOLEAN, INT -> code.loadConstant(0);
      case LONG -> code.loadConstant(0L);
      case REFERENCE -> {
        boolean optional = isOptional(result);
        String method = optional ? "empty" : NOTHING.getOrDefault(internalName(result), "of");
        code.invokestatic(result, method, MethodTypeDesc.of(result), !optional);
      }
      default -> {}
    }
  }

  private static void swap(CodeBuilder code, InvokeInstruction call, int first) {
    List<ClassDesc> arguments = arguments(call);
    int[] slots = new int[arguments.size()];
    for (int i = arguments.size() - 1; i >= first; i--) {
      TypeKind kind = TypeKind.from(arguments.get(i));
      slots[i] = code.allocateLocal(kind);
      code.storeLocal(kind, slots[i]);
    }
    for (int i = first; i < arguments.size(); i++) {
      int from = i == first ? first + 1 : i == first + 1 ? first : i;
      code.loadLocal(TypeKind.from(arguments.get(i)), slots[from]);
    }
    code.with(call);
  }

  private static void shift(CodeBuilder code, ConstantInstruction constant, int variant) {
    if (constant.constantValue() instanceof Long value) {
      code.loadConstant(shifted(value, variant));
    } else if (constant.constantValue() instanceof Integer value) {
      code.loadConstant((int) shifted(value, variant));
    }
  }

  private static long shifted(long value, int variant) {
    boolean flag = value == 0 || value == 1;
    return flag ? 1 - value : value + (variant == 0 ? 1 : -1);
  }

  /** Drops a value from the top of the stack. */
  static void drop(CodeBuilder code, TypeKind kind) {
    if (kind.slotSize() == 2) {
      code.pop2();
    } else {
      code.pop();
    }
  }
}
