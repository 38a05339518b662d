package io.pando.fuse.protocol;

/**
 * A request for the file system, by node: the number that an earlier answer gave to an inode. Each
 * is answered once, by an error or by an answer of the kind that its operation has.
 */
public sealed interface FuseRequest extends KernelMessage
    permits NameRequest, NodeRequest, FileRequest {
  /** The operation. */
  Opcode opcode();

  /** The node that it is about; of a name, the directory. */
  long node();
}
