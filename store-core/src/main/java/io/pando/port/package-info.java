/**
 * Ports: the small, asynchronous interfaces through which machines and shells reach the outside.
 */
@NullMarked
package io.pando.port;

import org.jspecify.annotations.NullMarked;
