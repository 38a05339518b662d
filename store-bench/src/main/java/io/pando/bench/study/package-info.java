/** Recovery after the loss of OSDs: one trial, and a study of many cases. */
@NullMarked
package io.pando.bench.study;

import org.jspecify.annotations.NullMarked;
