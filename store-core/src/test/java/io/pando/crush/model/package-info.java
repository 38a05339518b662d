/** Tests of placement. */
@NullMarked
package io.pando.crush.model;

import org.jspecify.annotations.NullMarked;
