package io.pando.disk.device;

/** How a batch of writes to scattered places reaches a device. */
public enum DataIo {
  /** Through io_uring, where the kernel has it and the file is past the page cache. */
  AUTO("auto"),
  /** Through io_uring; fails without it. */
  URING("uring"),
  /** One system call for each write. */
  PLAIN("plain");

  private final String label;

  DataIo(String label) {
    this.label = label;
  }

  /** Name in the configuration. */
  public String label() {
    return label;
  }
}
