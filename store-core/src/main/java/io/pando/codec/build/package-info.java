/** Makes the classes of coders when a module is built; the program does not use it. */
@NullMarked
package io.pando.codec.build;

import org.jspecify.annotations.NullMarked;
