/**
 * What it takes a replica that was away to come back: rounds on clusters of one's own, counted and
 * timed, as tables and plots.
 */
@NullMarked
package io.pando.cli.command.repair;

import org.jspecify.annotations.NullMarked;
