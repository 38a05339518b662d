/** Tables, plots and judgements made from the results of the study of recovery. */
@NullMarked
package io.pando.bench.study.report;

import org.jspecify.annotations.NullMarked;
