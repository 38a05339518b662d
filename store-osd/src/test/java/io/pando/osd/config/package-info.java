@NullMarked
package io.pando.osd.config;

import org.jspecify.annotations.NullMarked;
