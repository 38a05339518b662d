/** What daemons and monitors tell people about the cluster. */
@NullMarked
package io.pando.report;

import org.jspecify.annotations.NullMarked;
