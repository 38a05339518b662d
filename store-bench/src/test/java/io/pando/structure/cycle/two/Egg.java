package io.pando.structure.cycle.two;

import io.pando.structure.cycle.one.Hen;
import org.jspecify.annotations.Nullable;

/** Comes from a hen. */
public record Egg(@Nullable Hen origin) {}
