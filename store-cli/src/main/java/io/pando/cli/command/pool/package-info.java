/** {@code pando pool}: pools, their settings and their removal. */
@NullMarked
package io.pando.cli.command.pool;

import org.jspecify.annotations.NullMarked;
