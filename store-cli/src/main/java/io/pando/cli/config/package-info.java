/** Reads and validates {@code pando.yaml}, and finds the file. */
@NullMarked
package io.pando.cli.config;

import org.jspecify.annotations.NullMarked;
