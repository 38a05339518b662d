/** What a storage daemon is given: who it is, and its settings. */
@NullMarked
package io.pando.osd.config;

import org.jspecify.annotations.NullMarked;
