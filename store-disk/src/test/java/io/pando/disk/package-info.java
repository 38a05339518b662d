/** Suites that every back end must pass. */
@NullMarked
package io.pando.disk;

import org.jspecify.annotations.NullMarked;
