/** Metrics under the names of Ceph, for dashboards and alert rules that were made for Ceph. */
@NullMarked
package io.pando.cli.metrics.ceph;

import org.jspecify.annotations.NullMarked;
