/** Output of results: tables for people, JSON for programs, progress on a terminal. */
@NullMarked
package io.pando.cli.output;

import org.jspecify.annotations.NullMarked;
