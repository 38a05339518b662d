/** What {@code pando.yaml} says, validated, and how the file is found. */
@NullMarked
package io.pando.cli.config;

import org.jspecify.annotations.NullMarked;
