package io.pando.sim.mutant;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs seeds with a planted bug, or with none. All classes of Pando, the simulator too, are loaded
 * anew in a class loader of its own, where every mutant is planted and at most one is switched on;
 * no hook is in production code. One thread at a time.
 *
 * <p>Runs go through the {@link LaboratoryEntry}. Only types of the JDK cross it, since the classes on its two
 * sides have the same names and are not the same.
 */
public final class Laboratory {
  private final Map<String, Integer> numbers = new TreeMap<>();
  private final Method run;
  private final Method activate;
  private final Method reached;
  private final Method record;
  private final Method recorded;

  /**
   * How a run went.
   *
   * @param violations what was noticed; an exception counts, and is told as such
   * @param reached how often mutated code ran
   */
  public record Outcome(List<String> violations, long reached) {}

  /**
   * Plants mutants.
   *
   * @throws MutantException naming every mutant whose place is not there, or is not the only one
   */
  public Laboratory(List<Mutant> mutants) {
    for (int i = 0; i < mutants.size(); i++) {
      if (numbers.put(mutants.get(i).name(), i + 1) != null) {
        throw new MutantException("two mutants are called " + mutants.get(i));
      }
    }
    ClassLoader loader = new LaboratoryLoader(Laboratory.class.getClassLoader(), mutants);
    try {
      Class<?> planted = loader.loadClass(Planted.class.getName());
      this.activate = planted.getMethod("activate", int.class);
      this.reached = planted.getMethod("reached");
      this.record = planted.getMethod("record");
      this.recorded = planted.getMethod("recorded");
      this.run =
          loader.loadClass(LaboratoryEntry.class.getName()).getMethod("violations", long.class, String.class);
      for (Mutant mutant : mutants) {
        for (Cut cut : mutant.cuts()) {
          // Verifies the mutated code, whether a run reaches it or not.
          Class.forName(cut.typeName(), true, loader);
        }
      }
    } catch (ReflectiveOperationException | LinkageError problem) {
      throw new MutantException("the laboratory cannot be opened: " + problem, problem);
    }
  }

  /** Runs a seed; {@code mutant} null is the code as it is. */
  public Outcome run(@Nullable Mutant mutant, long seed, String profile) {
    try {
      activate.invoke(null, mutant == null ? 0 : number(mutant));
      List<String> violations = violations(seed, profile);
      return new Outcome(violations, (long) reached.invoke(null));
    } catch (ReflectiveOperationException problem) {
      throw new MutantException("the laboratory is broken: " + problem, problem);
    }
  }

  /**
   * How a seed goes without any mutant.
   *
   * @param violations what is wrong without one
   * @param passed names of drawn mutants whose code runs
   */
  public record Dry(List<String> violations, SortedSet<String> passed) {}

  /** Runs a seed with the code as it is, and notes which of the drawn mutants it would reach. */
  public Dry dryRun(long seed, String profile) {
    try {
      activate.invoke(null, 0);
      record.invoke(null);
      List<String> violations = violations(seed, profile);
      int[] passed = (int[]) recorded.invoke(null);
      SortedSet<String> names = new TreeSet<>();
      numbers.forEach((name, number) -> {
        if (Arrays.binarySearch(passed, number) >= 0) {
          names.add(name);
        }
      });
      return new Dry(violations, names);
    } catch (ReflectiveOperationException problem) {
      throw new MutantException("the laboratory is broken: " + problem, problem);
    }
  }

  private int number(Mutant mutant) {
    Integer number = numbers.get(mutant.name());
    if (number == null) {
      throw new MutantException("mutant " + mutant + " is not in this laboratory");
    }
    return number;
  }

  private List<String> violations(long seed, String profile) throws IllegalAccessException {
    try {
      List<String> violations = new ArrayList<>();
      ((List<?>) run.invoke(null, seed, profile)).forEach(it -> violations.add(it.toString()));
      return violations;
    } catch (InvocationTargetException thrown) {
      Throwable cause = thrown.getTargetException();
      if (cause instanceof LinkageError broken) {
        throw new MutantException("mutated code cannot run: " + broken, broken);
      }
      return List.of(text(cause));
    }
  }

  private static String text(Throwable thrown) {
    String what = thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
    StackTraceElement[] stack = thrown.getStackTrace();
    return stack.length == 0 ? what : what + " (" + stack[0] + ")";
  }
}
