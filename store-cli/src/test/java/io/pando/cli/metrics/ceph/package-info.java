@NullMarked
package io.pando.cli.metrics.ceph;

import org.jspecify.annotations.NullMarked;
