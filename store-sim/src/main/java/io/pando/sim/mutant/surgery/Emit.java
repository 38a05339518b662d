package io.pando.sim.mutant.surgery;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;

/** Emits pieces of code for mutants. */
final class Emit {
  static final ClassDesc REPLACEMENTS = ClassDesc.of("io.pando.sim.mutant.Replacements");
  private static final ClassDesc PLANTED = ClassDesc.of("io.pando.sim.mutant.Planted");

  private Emit() {}

  /** Jumps to {@code otherwise} unless the mutant is active. */
  static void unlessActive(CodeBuilder code, int number, Label otherwise) {
    code.getstatic(PLANTED, "active", ConstantDescs.CD_int)
        .loadConstant(number)
        .if_icmpne(otherwise)
        .invokestatic(PLANTED, "reach", MethodTypeDesc.of(ConstantDescs.CD_void));
  }

  /** The same for a drawn mutant: a recording laboratory notes that this place was reached. */
  static void unlessDrawn(CodeBuilder code, int number, Label otherwise) {
    code.loadConstant(number)
        .invokestatic(
            PLANTED, "at", MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_int))
        .ifeq(otherwise);
  }

  /** Pushes a value of a type on the stack; it fits the type, and is not an argument. */
  static void value(CodeBuilder code, Value value, ClassDesc type) {
    switch (value) {
      case Value.None _ -> {
        // No value to push.
      }
      case Value.Amount amount -> {
        if (TypeKind.from(type) == TypeKind.LONG) {
          code.loadConstant(amount.number());
        } else {
          code.loadConstant((int) amount.number());
        }
      }
      case Value.Null _ -> code.aconst_null();
      case Value.Constant constant -> code.getstatic(type, constant.field(), type);
      case Value.Made made -> made(code, made, type);
      case Value.Argument _ -> throw new MutantException("an argument is on the stack already");
    }
  }

  private static void made(CodeBuilder code, Value.Made made, ClassDesc type) {
    try {
      Class<?> known = (Class<?>) type.resolveConstantDesc(MethodHandles.lookup());
      code.invokestatic(type, made.method(), MethodTypeDesc.of(type), known.isInterface());
    } catch (ReflectiveOperationException problem) {
      throw new MutantException("no type " + type.displayName(), problem);
    }
  }
}
