/** Space: what the cluster and its pools use, and how much more they can store. */
@NullMarked
package io.pando.report.space;

import org.jspecify.annotations.NullMarked;
