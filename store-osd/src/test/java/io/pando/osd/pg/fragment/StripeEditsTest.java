package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.step.FragmentCounts.Stripes;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is counted of updates of an object with 10 stripes of 6 units. */
class StripeEditsTest {
  private static final int UNIT = 8;
  private static final int STRIPE = 6 * UNIT;

  private final Fragments fragments =
      new Fragments(
          LinearCode.of(CodeParameters.of(6, 2), new PlainKernel()), new StripeLayout(6, UNIT));

  private Stripes count(StoreOp.OnObject... steps) {
    int size = 10 * STRIPE;
    ObjectEdit edit = ObjectEdit.of(true, size, List.of(steps));
    return StripeEdits.of(fragments, size, edit).count(fragments.layout());
  }

  private static StoreOp.OnObject write(int offset, int length) {
    return FragmentedObject.write(offset, new byte[length]);
  }

  @Test
  void eachStripeCountsByWhatItsParityIsComputedFrom() {
    assertThat(count(write(STRIPE, 1))).isEqualTo(new Stripes(1, 0, 0));
    assertThat(count(write(STRIPE, 5 * UNIT))).isEqualTo(new Stripes(0, 1, 0));
    assertThat(count(write(STRIPE, 3 * STRIPE))).isEqualTo(new Stripes(0, 0, 3));
    assertThat(count(write(10 * STRIPE, 1))).as("appended").isEqualTo(new Stripes(0, 0, 1));
    assertThat(count(write(STRIPE - 1, 2 * STRIPE + 2))).isEqualTo(new Stripes(2, 0, 2));
    assertThat(count(FragmentedObject.attribute("u:a", "v"))).isEqualTo(Stripes.NONE);
    assertThat(count(write(0, 1), write(5 * STRIPE, STRIPE))).isEqualTo(new Stripes(1, 0, 1));
  }
}
