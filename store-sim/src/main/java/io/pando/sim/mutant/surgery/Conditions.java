package io.pando.sim.mutant.surgery;

import java.lang.classfile.Opcode;
import java.util.Optional;

/** Conditional branches and their opposites. */
final class Conditions {
  private Conditions() {}

  /**
   * The branch that is taken exactly when this one is not; empty if the opcode is not a conditional
   * branch.
   */
  static Optional<Opcode> inverse(Opcode opcode) {
    return switch (opcode) {
      case IFEQ -> Optional.of(Opcode.IFNE);
      case IFNE -> Optional.of(Opcode.IFEQ);
      case IFLT -> Optional.of(Opcode.IFGE);
      case IFGE -> Optional.of(Opcode.IFLT);
      case IFGT -> Optional.of(Opcode.IFLE);
      case IFLE -> Optional.of(Opcode.IFGT);
      case IF_ICMPEQ -> Optional.of(Opcode.IF_ICMPNE);
      case IF_ICMPNE -> Optional.of(Opcode.IF_ICMPEQ);
      case IF_ICMPLT -> Optional.of(Opcode.IF_ICMPGE);
      case IF_ICMPGE -> Optional.of(Opcode.IF_ICMPLT);
      case IF_ICMPGT -> Optional.of(Opcode.IF_ICMPLE);
      case IF_ICMPLE -> Optional.of(Opcode.IF_ICMPGT);
      case IF_ACMPEQ -> Optional.of(Opcode.IF_ACMPNE);
      case IF_ACMPNE -> Optional.of(Opcode.IF_ACMPEQ);
      case IFNULL -> Optional.of(Opcode.IFNONNULL);
      case IFNONNULL -> Optional.of(Opcode.IFNULL);
      default -> Optional.empty();
    };
  }
}
