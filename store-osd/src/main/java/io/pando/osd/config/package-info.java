/** Inputs of a storage daemon: its identity and its settings. */
@NullMarked
package io.pando.osd.config;

import org.jspecify.annotations.NullMarked;
