package io.pando.sim.mutant;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.MutantException;
import io.pando.sim.mutant.surgery.Planting;
import io.pando.sim.mutant.surgery.Surgery;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads all classes of Pando again, some of them with mutants planted; all other classes are
 * shared.
 */
final class LaboratoryLoader extends ClassLoader {
  private static final String OURS = "io.pando.";

  private final ClassLoader outside;
  private final Map<String, byte[]> mutated = new LinkedHashMap<>();

  LaboratoryLoader(ClassLoader outside, List<Mutant> mutants) {
    super("laboratory", outside);
    this.outside = outside;
    Map<String, List<Planting>> plantings = new LinkedHashMap<>();
    for (int i = 0; i < mutants.size(); i++) {
      for (Cut cut : mutants.get(i).cuts()) {
        plantings
            .computeIfAbsent(cut.typeName(), _ -> new ArrayList<>())
            .add(new Planting(mutants.get(i), i + 1, cut));
      }
    }
    List<String> problems = new ArrayList<>();
    Surgery surgery = new Surgery(outside);
    plantings.forEach((type, all) -> {
      byte[] original = bytes(type);
      if (original == null) {
        all.forEach(it -> problems.add(it.refused("no class " + type).getMessage()));
        return;
      }
      try {
        mutated.put(type, surgery.plant(original, all));
      } catch (MutantException problem) {
        problems.add(problem.getMessage());
      }
    });
    if (!problems.isEmpty()) {
      throw new MutantException(String.join("\n", problems));
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] changed = mutated.get(name);
    byte[] bytes = changed == null ? bytes(name) : changed;
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte @Nullable [] bytes(String name) {
    try (InputStream in = outside.getResourceAsStream(name.replace('.', '/') + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException("class " + name, failure);
    }
  }
}
