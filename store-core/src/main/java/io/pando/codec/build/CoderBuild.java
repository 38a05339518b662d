package io.pando.codec.build;

import io.pando.codec.Field;
import io.pando.codec.Shape;
import io.pando.codec.ShapeCompiler;
import io.pando.codec.Type;
import io.pando.codec.Union;
import io.pando.format.RecordFormat;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the classes of the coders of a module. It finds the shapes in static fields of the module's
 * classes: formats, types, fields, and lists and records of these.
 */
public final class CoderBuild {
  private static final String SHAPE = Shape.class.getName().replace('.', '/');

  private final SortedMap<String, Shape<?>> shapes = new TreeMap<>();

  private CoderBuild() {}

  /**
   * Writes the classes.
   *
   * @param arguments the directory with the module's classes
   */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    Path classes = Path.of(arguments[0]);
    Set<Path> current = new TreeSet<>();
    for (Shape<?> shape : shapes(classes)) {
      Path file = classes.resolve(file(shape));
      if (!isElsewhere(shape, file)) {
        current.add(file);
        write(file, ShapeCompiler.compile(shape));
      }
    }
    for (Path old : files(classes, CoderBuild::isCoder)) {
      if (!current.contains(old)) {
        Files.delete(old);
      }
    }
  }

  /** Whether a module that this one uses has the class. */
  private static boolean isElsewhere(Shape<?> shape, Path here) throws IOException {
    String own = here.toUri().toURL().toString();
    return Collections.list(CoderBuild.class.getClassLoader().getResources(file(shape))).stream()
        .anyMatch(found -> !found.toString().equals(own));
  }

  /** Writes a file unless it has these bytes: a newer file would have other modules compiled. */
  private static void write(Path file, byte[] bytes) throws IOException {
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    }
  }

  /** The shapes that the classes in a directory use. */
  public static Collection<Shape<?>> shapes(Path classes)
      throws IOException, ReflectiveOperationException {
    CoderBuild build = new CoderBuild();
    for (Path file : files(classes, Predicate.not(CoderBuild::isCoder))) {
      ClassModel model = ClassFile.of().parse(file);
      if (mentionsShape(model)) {
        String name = model.thisClass().asInternalName().replace('/', '.');
        build.addStatics(Class.forName(name, true, CoderBuild.class.getClassLoader()));
      }
    }
    return build.shapes.values();
  }

  /** The shapes in a type. */
  public static Collection<Shape<?>> shapes(Type<?> type) throws ReflectiveOperationException {
    CoderBuild build = new CoderBuild();
    build.add(type);
    return build.shapes.values();
  }

  /** The file of a coder's class, relative to the directory of classes. */
  public static String file(Shape<?> shape) {
    return shape.coderName().replace('.', '/') + ".class";
  }

  private static List<Path> files(Path classes, Predicate<Path> which) throws IOException {
    try (Stream<Path> all = Files.walk(classes)) {
      return all.filter(file -> file.toString().endsWith(".class")).filter(which).sorted().toList();
    }
  }

  private static boolean isCoder(Path file) {
    return file.getFileName().toString().startsWith("CoderOf_");
  }

  private static boolean mentionsShape(ClassModel model) {
    boolean[] found = new boolean[1];
    model
        .constantPool()
        .forEach(entry ->
            found[0] |= entry instanceof ClassEntry type && type.asInternalName().equals(SHAPE));
    return found[0];
  }

  private void addStatics(Class<?> type) throws ReflectiveOperationException {
    for (java.lang.reflect.Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        open(field);
        add(field.get(null));
      }
    }
  }

  private void add(@Nullable Object value) throws ReflectiveOperationException {
    switch (value) {
      case Shape<?> shape -> {
        if (shapes.putIfAbsent(shape.coderName(), shape) == null) {
          addParts(shape);
        }
      }
      case Type<?> type -> addParts(type);
      case Field<?> field -> add(field.type());
      case RecordFormat<?> format -> add(format.type());
      case Union.Variant<?> variant -> add(variant.shape());
      case Collection<?> all -> {
        for (Object each : all) {
          add(each);
        }
      }
      case Record record -> {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
          open(component.getAccessor());
          add(component.getAccessor().invoke(record));
        }
      }
      case null, default -> {
        // Contains no shapes.
      }
    }
  }

  private void addParts(Type<?> type) throws ReflectiveOperationException {
    List<Type<?>> parts = new ArrayList<>();
    type.parts(parts::add);
    add(parts);
  }

  private static void open(AccessibleObject member) {
    member.setAccessible(true);
  }
}
