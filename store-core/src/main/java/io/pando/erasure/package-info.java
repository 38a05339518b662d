/**
 * Erasure codes: from k data fragments of an object they compute further fragments, so that some
 * may be lost. {@link io.pando.erasure.ErasureCode} is what the other parts of Pando see. A code is
 * made from its {@link io.pando.erasure.code.CodeParameters} by {@link
 * io.pando.erasure.LinearCode}. The matrices are those of Ceph's plug-ins, so fragments have the
 * bytes and the positions that they have in Ceph.
 */
@NullMarked
package io.pando.erasure;

import org.jspecify.annotations.NullMarked;
