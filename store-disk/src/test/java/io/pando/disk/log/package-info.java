@NullMarked
package io.pando.disk.log;

import org.jspecify.annotations.NullMarked;
