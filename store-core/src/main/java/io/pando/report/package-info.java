/** Reports of daemons and monitors about the cluster, for people. */
@NullMarked
package io.pando.report;

import org.jspecify.annotations.NullMarked;
