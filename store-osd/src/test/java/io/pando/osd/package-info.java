/** A whole daemon on stores and a transport of its test. */
@NullMarked
package io.pando.osd;

import org.jspecify.annotations.NullMarked;
