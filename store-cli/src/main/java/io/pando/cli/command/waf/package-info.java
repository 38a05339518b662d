/** Measures write amplification on a temporary cluster. */
@NullMarked
package io.pando.cli.command.waf;

import org.jspecify.annotations.NullMarked;
