package io.pando.codec.build;

import io.pando.codec.Field;
import io.pando.codec.Shape;
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
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
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
    for (Path old : files(classes)) {
      if (old.getFileName().toString().startsWith("CoderOf_")) {
        Files.delete(old);
      }
    }
    for (Shape<?> shape : shapes(classes)) {
      String file = file(shape);
      // Others belong to modules that this one uses.
      if (CoderBuild.class.getClassLoader().getResource(file) == null) {
        Files.createDirectories(classes.resolve(file).getParent());
        Files.write(classes.resolve(file), shape.coderBytes());
      }
    }
  }

  /** The shapes that the classes in a directory use. */
  public static Collection<Shape<?>> shapes(Path classes)
      throws IOException, ReflectiveOperationException {
    CoderBuild build = new CoderBuild();
    for (Path file : files(classes)) {
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

  private static List<Path> files(Path classes) throws IOException {
    try (Stream<Path> all = Files.walk(classes)) {
      return all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
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
