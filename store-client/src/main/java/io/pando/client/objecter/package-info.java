/**
 * The client's pure machine: which OSD an operation goes to, when it is sent again, when it is
 * given up.
 */
@NullMarked
package io.pando.client.objecter;

import org.jspecify.annotations.NullMarked;
