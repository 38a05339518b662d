package io.pando.sim.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.MutantException;
import io.pando.sim.mutant.surgery.Value;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every form of change: what it does when it is on, and that it does nothing when it is off. */
class SurgeryTest {
  private static final String SAMPLE = "sim.mutant.Sample";

  /** A change in a method, a call of the same or another, and what that gives. */
  record Trial(String changed, Form form, Call call, Object healthy, Object mutated) {}

  record Call(String method, List<Object> arguments) {
    static Call of(String method, Object... arguments) {
      return new Call(method, List.of(arguments));
    }
  }

  static List<Trial> trials() {
    Call speak = Call.of("speak", "a");
    Call both = Call.of("speakAndForget", "a");
    Call twice = Call.of("twice", 5L, "unused");
    Call longer = Call.of("longer", 3, 2);
    List<String> said = List.of("a", "a!");
    Form.Call firstAdd = new Form.Call("List", "add", 1, 2);
    Form.Call allAdds = new Form.Call("List", "add", 0, 2);
    Value one = new Value.Amount(1);
    return List.of(
        new Trial("isLarge", Form.gives(true), Call.of("isLarge", 3), false, true),
        new Trial("isLarge", Form.gives(true), longer, 2, 3),
        new Trial("twice", new Form.Gives(new Value.Amount(7)), twice, 10L, 7L),
        new Trial("twice", new Form.Gives(new Value.Argument(1)), twice, 10L, 5L),
        new Trial(
            "name",
            new Form.Gives(new Value.Made("empty")),
            Call.of("name"),
            Optional.of("x"),
            Optional.empty()),
        new Trial(
            "copy",
            new Form.CallGives(Form.only("List", "copyOf"), new Value.Made("of")),
            Call.of("copy", said),
            said,
            List.of()),
        new Trial(
            "rank",
            Form.callGives("Sample", "grade", new Value.Constant("MIDDLE")),
            Call.of("rank", 3),
            "FAILED",
            "MIDDLE"),
        new Trial("forget", Form.doesNothing(), both, List.of(), said),
        new Trial("speakAndForget", Form.skips("Sample", "forget"), both, List.of(), said),
        new Trial("speak", new Form.CallGives(firstAdd, one), speak, said, List.of("a!")),
        new Trial("speak", new Form.CallGives(allAdds, one), speak, said, List.of()),
        new Trial(
            "sum",
            Form.callGives("Sample", "twice", new Value.Argument(1)),
            Call.of("sum", 4L),
            9L,
            5L),
        new Trial("longer", Form.negates("Sample", "isLarge"), longer, 2, 3),
        new Trial("longer", Form.callGives("Sample", "isLarge", true), longer, 2, 3),
        new Trial("pass", new Form.BranchNegated(1, 2), Call.of("pass", 50), true, false),
        new Trial("pass", new Form.BranchNegated(2, 2), Call.of("pass", 500), false, true),
        new Trial(
            "last",
            new Form.CallReplaced(Form.only("List", "getLast"), "beforeLast"),
            Call.of("last", said),
            "a!",
            "a"));
  }

  @ParameterizedTest
  @MethodSource("trials")
  void changesWhatItSaysAndOnlyWhenOn(Trial trial) throws ReflectiveOperationException {
    Mutant mutant = mutant(new Cut(SAMPLE, trial.changed(), trial.form()));
    ClassLoader loader = new LaboratoryLoader(getClass().getClassLoader(), List.of(mutant));
    assertThat(result(loader, 0, trial.call())).isEqualTo(trial.healthy());
    assertThat(reached(loader)).isZero();
    assertThat(result(loader, 1, trial.call())).isEqualTo(trial.mutated());
    assertThat(reached(loader)).isPositive();
    assertThat(result(loader, 2, trial.call())).isEqualTo(trial.healthy());
  }

  @Test
  void manyMutantsShareAClass() throws ReflectiveOperationException {
    List<Mutant> mutants =
        List.of(
            mutant(new Cut(SAMPLE, "isLarge", Form.gives(true))),
            mutant(new Cut(SAMPLE, "longer", Form.negates("Sample", "isLarge"))),
            mutant(
                new Cut(SAMPLE, "isLarge", Form.gives(true)),
                new Cut(SAMPLE, "longer", Form.negates("Sample", "isLarge"))));
    ClassLoader loader = new LaboratoryLoader(getClass().getClassLoader(), mutants);
    Call longer = Call.of("longer", 3, 2);
    assertThat(result(loader, 0, longer)).isEqualTo(2);
    assertThat(result(loader, 1, longer)).isEqualTo(3);
    assertThat(result(loader, 2, longer)).isEqualTo(3);
    assertThat(result(loader, 3, longer)).isEqualTo(2);
  }

  @Test
  void refusesAPlaceThatIsNotThere() {
    assertRefused("no class io.pando.sim.mutant.Nobody", "sim.mutant.Nobody", "f", skipped());
    assertRefused("has no method f", SAMPLE, "f", skipped());
    assertRefused("0 methods f, not one", SAMPLE, "f", Form.gives(true));
    assertRefused("0 calls of Sample.vanished, not 1", SAMPLE, "speak", skipped());
  }

  @Test
  void refusesAPlaceThatIsNotTheOnlyOne() {
    assertRefused("2 methods twin, not one", SAMPLE, "twin", Form.gives(true));
    assertRefused("2 calls of List.add, not 1", SAMPLE, "speak", Form.skips("List", "add"));
    assertRefused("2 conditional branches, not 3", SAMPLE, "pass", new Form.BranchNegated(1, 3));
  }

  @Test
  void refusesAValueThatDoesNotFit() {
    assertRefused("None[] cannot stand for a boolean", SAMPLE, "isLarge", Form.doesNothing());
    assertRefused("cannot stand for a List", SAMPLE, "speak", Form.gives(true));
  }

  @Test
  void tellsOfEveryMutantThatCannotBe() {
    List<Mutant> mutants =
        List.of(
            new Mutant("one", "", "calm", 1, List.of(new Cut(SAMPLE, "f", Form.gives(true)))),
            new Mutant("two", "", "calm", 1, List.of(new Cut(SAMPLE, "g", Form.gives(true)))));
    assertThatThrownBy(() -> new LaboratoryLoader(getClass().getClassLoader(), mutants))
        .isInstanceOf(MutantException.class)
        .hasMessageContaining("mutant one: sim.mutant.Sample has 0 methods f")
        .hasMessageContaining("mutant two: sim.mutant.Sample has 0 methods g");
  }

  private static Form skipped() {
    return Form.skips("Sample", "vanished");
  }

  private static void assertRefused(String why, String type, String method, Form form) {
    Mutant mutant = mutant(new Cut(type, method, form));
    assertThatThrownBy(
            () -> new LaboratoryLoader(SurgeryTest.class.getClassLoader(), List.of(mutant)))
        .isInstanceOf(MutantException.class)
        .hasMessageContaining("mutant planted: ")
        .hasMessageContaining(why);
  }

  private static Mutant mutant(Cut... cuts) {
    return new Mutant("planted", "a mistake", "calm", 1, List.of(cuts));
  }

  private static Object result(ClassLoader loader, int active, Call call)
      throws ReflectiveOperationException {
    planted(loader).getMethod("activate", int.class).invoke(null, active);
    Class<?> type = loader.loadClass(Sample.class.getName());
    Object sample = type.getConstructor(String.class).newInstance("x");
    Method method =
        Arrays.stream(type.getMethods())
            .filter(m -> m.getName().equals(call.method()))
            .findFirst()
            .orElseThrow();
    return method.invoke(sample, call.arguments().toArray());
  }

  private static long reached(ClassLoader loader) throws ReflectiveOperationException {
    return (long) planted(loader).getMethod("reached").invoke(null);
  }

  private static Class<?> planted(ClassLoader loader) throws ReflectiveOperationException {
    return loader.loadClass(Planted.class.getName());
  }
}
