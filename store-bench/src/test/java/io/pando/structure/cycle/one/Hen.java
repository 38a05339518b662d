package io.pando.structure.cycle.one;

import io.pando.structure.cycle.two.Egg;
import org.jspecify.annotations.Nullable;

/** Comes from an egg. */
public record Hen(@Nullable Egg origin) {}
