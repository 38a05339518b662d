@NullMarked
package io.pando.osd;

import org.jspecify.annotations.NullMarked;
