/**
 * Meters as all daemons and the SDK use them. Each daemon has one registry of Micrometer, and so
 * has each client; what counts or times something gets it when it is made.
 */
@NullMarked
package io.pando.metrics;

import org.jspecify.annotations.NullMarked;
