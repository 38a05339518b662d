/** CRUSH: where data lives, computed instead of looked up (paper 003 chapter 5). */
@NullMarked
package io.pando.crush;

import org.jspecify.annotations.NullMarked;
