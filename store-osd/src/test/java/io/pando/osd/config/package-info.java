/** Settings of an OSD: which values are allowed. */
@NullMarked
package io.pando.osd.config;

import org.jspecify.annotations.NullMarked;
