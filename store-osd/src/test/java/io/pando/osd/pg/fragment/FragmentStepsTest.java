package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.erasure.LinearCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.stripe.StripeLayout;
import io.pando.group.ChangedRows;
import io.pando.id.Version;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each position gets of updates, and how it goes back: compared with the object as a whole.
 */
class FragmentStepsTest {
  private static final int UNIT = 8;

  static Stream<CodeParameters> codes() {
    return Stream.of(
        CodeParameters.of(2, 1),
        CodeParameters.of(4, 2),
        CodeParameters.of(3, 3),
        new CodeParameters(Technique.ISA_CAUCHY, 6, 3, 0),
        new CodeParameters(Technique.LRC, 4, 2, 3));
  }

  private static FragmentedObject object(CodeParameters code) {
    return new FragmentedObject(
        new Fragments(LinearCode.of(code, new PlainKernel()), new StripeLayout(code.k(), UNIT)));
  }

  private static byte[] bytes(Random64 random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static List<StoreOp.OnObject> vector(Random64 random, int stripe, long size) {
    List<StoreOp.OnObject> steps = new ArrayList<>();
    int count = 1 + random.nextInt(random.oneIn(3) ? 4 : 1);
    for (int i = 0; i < count; i++) {
      int offset = random.nextInt((int) Math.max(1, size) + (random.oneIn(3) ? 2 * stripe : 1));
      int length = 1 + random.nextInt(random.oneIn(3) ? 4 * stripe : stripe / 2);
      switch (random.nextInt(12)) {
        case 0 -> steps.add(FragmentedObject.remove());
        case 1 -> steps.add(FragmentedObject.truncate(offset));
        case 2 -> steps.add(FragmentedObject.zero(offset, length));
        case 3 -> steps.add(FragmentedObject.attribute("u:" + random.nextInt(3), "v" + i + length));
        case 4 -> steps.add(FragmentedObject.write(size, bytes(random, length)));
        case 5 -> {
          steps.add(FragmentedObject.truncate(0));
          steps.add(FragmentedObject.write(0, bytes(random, length)));
        }
        default -> steps.add(FragmentedObject.write(offset, bytes(random, length)));
      }
    }
    return steps;
  }

  @ParameterizedTest
  @MethodSource("codes")
  void fragmentsAreAlwaysThoseOfTheObjectAndGoBackToWhatTheyWere(CodeParameters code) {
    int patches = 0;
    for (int seed = 1; seed <= 120; seed++) {
      Random64 random = new Random64(seed);
      FragmentedObject object = object(code);
      NavigableMap<Version, FragmentedObject.Wanted> past = new TreeMap<>();
      past.put(object.version(), object.now());
      for (int step = 0; step < 30; step++) {
        object.update(vector(random, code.k() * UNIT, object.sizeBytes()));
        object.check();
        object.checkChanges(8);
        past.put(object.version(), object.now());
        if (random.oneIn(6)) {
          object.settle();
          past.headMap(object.version(), false).clear();
        } else if (random.oneIn(4)) {
          List<Version> versions = List.copyOf(past.keySet());
          Version to = versions.get(random.nextInt(versions.size()));
          object.takeBack(to, past.getOrDefault(to, object.now()));
          object.check();
          past.tailMap(to, false).clear();
        }
      }
      patches += object.patches();
    }
    assertThat(patches).as("fragments that were made of earlier ones").isGreaterThan(1_000);
  }

  /** Members lose fragments and get them back while the stripes that were written stay at hand. */
  @ParameterizedTest
  @MethodSource("codes")
  void fragmentsThatMembersGetBackAreThoseThatUpdatesGoOnFrom(CodeParameters code) {
    for (int seed = 1; seed <= 120; seed++) {
      Random64 random = new Random64(seed);
      FragmentedObject object = object(code);
      int position = 0;
      for (int step = 0; step < 40; step++) {
        if (step % 4 == 0) {
          object.rebuild(position);
          position = random.nextInt(code.positions());
          object.lose(position);
        } else if (random.oneIn(2)) {
          object.rebuild(position);
        }
        object.update(vector(random, code.k() * UNIT, object.sizeBytes()));
        object.check();
      }
    }
  }

  @Test
  void aSmallWriteTellsTheRowsThatItChangesAndNoMore() {
    Random64 random = new Random64(5);
    FragmentedObject object = object(CodeParameters.of(4, 2));
    object.update(List.of(FragmentedObject.write(0, bytes(random, 10 * 4 * UNIT))));
    assertThat(object.changed()).as("of a creation").isNull();
    object.update(List.of(FragmentedObject.write(3 * 4 * UNIT + 2 * UNIT + 1, bytes(random, 3))));
    assertThat(object.changed())
        .isEqualTo(new ChangedRows(List.of(new ByteRange(3 * UNIT + 1, 3))));
    object.update(List.of(FragmentedObject.attribute("u:a", "b")));
    assertThat(object.changed()).isEqualTo(ChangedRows.NONE);
    object.update(List.of(FragmentedObject.truncate(5 * 4 * UNIT)));
    assertThat(object.changed()).as("where bytes are cut off").isNull();
    object.update(List.of(FragmentedObject.truncate(7 * 4 * UNIT)));
    assertThat(object.changed()).as("zeros behind the end").isEqualTo(ChangedRows.NONE);
    object.update(List.of(FragmentedObject.remove(), FragmentedObject.write(0, bytes(random, 1))));
    assertThat(object.changed()).as("of a replacement").isNull();
  }

  @Test
  void smallAppendsReadNothing() {
    Random64 random = new Random64(5);
    FragmentedObject object = object(CodeParameters.of(4, 2));
    for (int i = 0; i < 100; i++) {
      object.update(
          List.of(
              FragmentedObject.write(object.sizeBytes(), bytes(random, 1 + random.nextInt(6)))));
      object.check();
    }
    assertThat(object.readBytes()).isZero();
  }

  @Test
  void writersOfOneStripeReadItOnce() {
    Random64 random = new Random64(5);
    FragmentedObject object = object(CodeParameters.of(4, 2));
    object.update(List.of(FragmentedObject.write(0, bytes(random, 4 * 4 * UNIT))));
    for (int i = 0; i < 50; i++) {
      object.update(List.of(FragmentedObject.write(random.nextInt(UNIT - 3), bytes(random, 3))));
      object.check();
    }
    assertThat(object.readBytes()).isLessThanOrEqualTo(6 * UNIT);
  }
}
