/**
 * The bytes of files on a client (paper 003, 3.2): a cache with read-ahead and write-behind over
 * the objects of files, as the capabilities of the client allow. {@link
 * io.pando.client.fs.data.FileData} is a machine: it knows no server and sends nothing itself.
 */
@NullMarked
package io.pando.client.fs.data;

import org.jspecify.annotations.NullMarked;
