/**
 * Which capabilities the sessions of a rank have for its inodes (paper 003, 3.2.1): what they get,
 * what is asked back, and requests that wait until it was given up. {@link
 * io.pando.mds.caps.Capabilities} is the machine; what inodes are is not known here.
 */
@NullMarked
package io.pando.mds.caps;

import org.jspecify.annotations.NullMarked;
