package io.pando.sim.mutant;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.MutantException;
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
 * Runs seeds with a planted bug, or with none. All classes of Pando, including the simulator, are
 * loaded again in a separate class loader, in which every mutant is planted and at most one is
 * active; production code has no hooks. Used by one thread at a time.
 *
 * <p>Runs go through the {@link LaboratoryEntry}. Only JDK types cross it, since the classes on its
 * two sides have the same names but are different classes.
 */
public final class Laboratory {
  private final Map<String, Integer> numbers = new TreeMap<>();
  private final Method run;
  private final Method activate;
  private final Method reached;
  private final Method record;
  private final Method recorded;

  /**
   * Result of a run.
   *
   * @param violations violations found; an exception counts as one
   * @param reached how often mutated code ran
   */
  public record Outcome(List<String> violations, long reached) {}

  /**
   * Plants mutants.
   *
   * @throws MutantException naming every mutant whose place does not exist or is not unique
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
          loader
              .loadClass(LaboratoryEntry.class.getName())
              .getMethod("violations", long.class, String.class);
      for (Mutant mutant : mutants) {
        for (Cut cut : mutant.cuts()) {
          // Loading verifies the mutated code, whether a run reaches it or not.
          Class.forName(cut.typeName(), true, loader);
        }
      }
    } catch (ReflectiveOperationException | LinkageError problem) {
      throw new MutantException("the laboratory cannot be opened: " + problem, problem);
    }
  }

  /** Runs a seed; null for {@code mutant} runs the unchanged code. */
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
   * Result of a seed without any mutant.
   *
   * @param violations violations without a mutant
   * @param passed names of drawn mutants whose code runs
   */
  public record Dry(List<String> violations, SortedSet<String> passed) {}

  /** Runs a seed with the unchanged code, and records which of the drawn mutants it would reach. */
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
