/** Reports about one placement group. */
@NullMarked
package io.pando.report.group;

import org.jspecify.annotations.NullMarked;
