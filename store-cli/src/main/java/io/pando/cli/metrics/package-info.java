/** Shows a daemon's meters: to Prometheus over HTTP, and to management tools by JMX. */
@NullMarked
package io.pando.cli.metrics;

import org.jspecify.annotations.NullMarked;
