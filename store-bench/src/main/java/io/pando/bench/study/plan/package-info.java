/** The cases of the study of recovery, and the results of cases in a file. */
@NullMarked
package io.pando.bench.study.plan;

import org.jspecify.annotations.NullMarked;
