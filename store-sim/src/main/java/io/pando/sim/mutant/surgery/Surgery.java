package io.pando.sim.mutant.surgery;

import io.pando.sim.mutant.Planted;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Plants all mutants of a class. The unchanged code stays next to the mutated code; {@link Planted}
 * selects which of them runs, so that one laboratory holds all mutants.
 */
public final class Surgery {
  private final ClassFile files;

  public Surgery(ClassLoader classes) {
    this.files =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.ofClassLoading(classes))
                    .cached()));
  }

  /**
   * Plants the mutants; throws an exception that names every mutant whose place does not exist or
   * is not unique.
   */
  public byte[] plant(byte[] original, List<Planting> plantings) {
    ClassModel type = files.parse(original);
    Map<String, Map<Integer, List<Planting>>> sites = sites(type, plantings);
    return files.transformClass(
        type,
        (builder, element) -> {
          Map<Integer, List<Planting>> here =
              element instanceof MethodModel method ? sites.get(Sites.key(method)) : null;
          if (here != null && element instanceof MethodModel method) {
            builder.transformMethod(
                method,
                MethodTransform.transformingCode(
                    CodeTransform.ofStateful(() -> new MethodRewrite(method, here))));
          } else {
            builder.with(element);
          }
        });
  }

  private static Map<String, Map<Integer, List<Planting>>> sites(
      ClassModel type, List<Planting> plantings) {
    Map<String, Map<Integer, List<Planting>>> all = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (Planting planting : plantings) {
      try {
        for (Sites.Site site : new Sites(type, planting).find()) {
          all.computeIfAbsent(site.method(), _ -> new TreeMap<>())
              .computeIfAbsent(site.element(), _ -> new ArrayList<>())
              .add(planting);
        }
      } catch (MutantException problem) {
        problems.add(problem.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new MutantException(String.join("\n", problems));
    }
    return all;
  }
}
