/** Trials on temporary clusters: failure and return of daemons. */
@NullMarked
package io.pando.bench.trial;

import org.jspecify.annotations.NullMarked;
