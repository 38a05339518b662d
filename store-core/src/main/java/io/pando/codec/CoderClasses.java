package io.pando.codec;

import java.lang.invoke.MethodHandles;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the class of a shape's {@link Coder}. The build makes a class for each shape of the
 * program. Its name contains a fingerprint of the declaration, so that a class from an older
 * declaration is never used. For other shapes, such as those of tests, a {@link Source} makes the
 * class; it is a service, so that shapes do not depend on the compiler.
 */
final class CoderClasses {
  /** The shape that a class is for. */
  private static final ClassValue<@Nullable Shape<?>[]> SHAPES =
      new ClassValue<>() {
        @Override
        protected @Nullable Shape<?>[] computeValue(Class<?> type) {
          return new Shape<?>[1];
        }
      };

  private CoderClasses() {}

  /** Makes classes of coders at run time. */
  interface Source {
    /** Defines the class of the coder of a shape, without initialising it. */
    Class<?> define(Shape<?> shape);
  }

  /** The coder of a shape. */
  static Coder coder(Shape<?> shape) {
    Coder built = built(shape);
    if (built != null) {
      return built;
    }
    Coder made = initialise(source(shape).define(shape), shape);
    if (made == null) {
      throw new IllegalStateException("the new class for " + shape.name() + " is used already");
    }
    return made;
  }

  private static Source source(Shape<?> shape) {
    return ServiceLoader.load(Source.class, CoderClasses.class.getClassLoader())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no class for the coder of " + shape.name()));
  }

  /** The coder whose class the build made; null if it made none. */
  static @Nullable Coder built(Shape<?> shape) {
    try {
      ClassLoader loader = CoderClasses.class.getClassLoader();
      return initialise(Class.forName(shape.coderName(), false, loader), shape);
    } catch (ClassNotFoundException _) {
      return null;
    }
  }

  /** Initialises a class; null if it has been initialised for a different shape. */
  private static @Nullable Coder initialise(Class<?> type, Shape<?> shape) {
    @Nullable Shape<?>[] known = SHAPES.get(type);
    Shape<?> first = known[0];
    if (first == null) {
      known[0] = shape;
      first = shape;
    } else if (first != shape && !first.isDeclaredLike(shape)) {
      return null;
    }
    try {
      MethodHandles.lookup().ensureInitialized(type);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    return first.knownCoder();
  }

  /** The shape of a coder's class, for its initialiser. */
  static Shape<?> shape(Class<?> type) {
    Shape<?> shape = SHAPES.get(type)[0];
    if (shape == null) {
      throw new IllegalStateException(type + " is initialised before there is a shape for it");
    }
    return shape;
  }
}
