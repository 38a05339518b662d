package io.pando.osd.pg.step;

/** Takes the effects of a step, in order. */
@FunctionalInterface
public interface Sink {
  void emit(Effect effect);
}
