/**
 * Selection: {@link io.pando.crush.choose.MappingPlan} is a map in arrays; {@code RuleRun} executes
 * a rule on it; {@code FirstnSelection} and {@code IndepSelection} choose items, by one {@code
 * ItemChoice} for each bucket algorithm.
 */
@NullMarked
package io.pando.crush.choose;

import org.jspecify.annotations.NullMarked;
