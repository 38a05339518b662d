package io.pando.sim.probe;

import io.pando.probe.Probe;
import io.pando.sim.code.ProductionClasses;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All {@linkplain Probe probes} in the compiled classes of the production modules that the
 * simulator runs, found by their calls. So a probe that no run reaches is known too.
 */
public final class ProbeCatalog {
  private static final String CALLED = Probe.class.getName().replace('.', '/');

  /** Class of each probe, by name. */
  private final SortedMap<String, String> places = new TreeMap<>();

  /** Class and line of each probe, by name. */
  private final Map<String, String> lines = new TreeMap<>();

  private ProbeCatalog() {}

  /**
   * Reads the classes, which takes some tenths of a second.
   *
   * @throws IllegalStateException if two probes have the same name, or a name is not a literal
   */
  public static ProbeCatalog read() {
    ProbeCatalog catalog = new ProbeCatalog();
    ProductionClasses.all().forEach(catalog::readClass);
    return catalog;
  }

  /** Names of all probes, each with the simple name of its class. */
  public SortedMap<String, String> places() {
    return Collections.unmodifiableSortedMap(places);
  }

  private void readClass(ClassModel type) {
    String name = type.thisClass().asInternalName();
    if (name.equals(CALLED)) {
      return;
    }
    for (MethodModel method : type.methods()) {
      method.code().ifPresent(code -> readCode(name.substring(name.lastIndexOf('/') + 1), code));
    }
  }

  private void readCode(String type, CodeModel code) {
    String literal = null;
    int line = 0;
    for (CodeElement element : code) {
      if (element instanceof LineNumber number) {
        line = number.line();
      } else if (element instanceof ConstantInstruction constant) {
        literal = constant.constantValue() instanceof String text ? text : null;
      } else if (element instanceof InvokeInstruction call) {
        if (call.owner().asInternalName().equals(CALLED)
            && call.name().stringValue().startsWith("reached")) {
          add(type, line, literal);
        }
        literal = null;
      }
    }
  }

  private void add(String type, int line, @Nullable String name) {
    if (name == null) {
      throw new IllegalStateException("the name of a probe in " + type + " is not a literal");
    }
    String here = type + ":" + line;
    String other = lines.putIfAbsent(name, here);
    // The compiler duplicates the code of a finally block.
    if (other != null && !other.equals(here)) {
      throw new IllegalStateException(
          "two probes are called '%s', in %s and in %s".formatted(name, other, here));
    }
    places.put(name, type);
  }
}
