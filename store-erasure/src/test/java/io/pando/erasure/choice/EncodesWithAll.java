package io.pando.erasure.choice;

import io.pando.erasure.FragmentTransform;
import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.kernel.ByteRows;
import java.util.List;

/** The program that {@link KernelChoiceTest} runs: asks for each kernel, and encodes with it. */
final class EncodesWithAll {
  private static final int LENGTH = 10_000;

  private EncodesWithAll() {}

  public static void main(String[] arguments) {
    for (String name : List.of("isal", "vector", "plain")) {
      KernelChoice choice = KernelChoice.of(name);
      System.out.println(choice.reason());
      FragmentTransform encoder =
          LinearCode.of(CodeParameters.of(4, 2), choice.kernel()).encoder(4);
      encoder.coder().overwrite(rows(4), rows(2), LENGTH);
      System.out.println(choice.kernel().name() + ": 4+2 encoded");
    }
  }

  private static ByteRows rows(int count) {
    return ByteRows.of(new byte[count][LENGTH]);
  }
}
