/** Measures write amplification on a temporary cluster. */
@NullMarked
package io.pando.bench.waf;

import org.jspecify.annotations.NullMarked;
