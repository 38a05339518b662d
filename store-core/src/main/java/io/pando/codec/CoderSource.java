package io.pando.codec;

/** Makes classes of coders at run time. */
interface CoderSource {
  /** Defines the class of the coder of a shape, without initialising it. */
  Class<?> define(Shape<?> shape);
}
