package io.pando.disk.device;

/** How a batch of writes to scattered places reaches a device. */
public enum DataIo {
  /** Through a ring of the kernel where that can be had and is past the page cache. */
  AUTO("auto"),
  /** Through a ring, or not at all. */
  URING("uring"),
  /** One call for each. */
  PLAIN("plain");

  private final String label;

  DataIo(String label) {
    this.label = label;
  }

  /** As operators call it. */
  public String label() {
    return label;
  }
}
