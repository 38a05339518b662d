package io.pando.fuse.protocol;

/**
 * Who makes a request. A request that the kernel makes for itself (write-back of pages, read-ahead)
 * has process 0 or any process.
 *
 * @param unique number of the request in its session; no other request has it until it is answered
 * @param uid user of the process, unsigned
 * @param gid group of the process, unsigned
 * @param pid thread of the process, as the mount's name space of processes numbers it
 */
public record FuseContext(long unique, int uid, int gid, int pid) {}
