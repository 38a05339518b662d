package io.pando.disk.metadata;

import java.nio.charset.StandardCharsets;

/** Column families of the metadata. */
public enum Family {
  /** Required by RocksDB; empty. */
  DEFAULT("default"),
  /** The existing collections; values are empty. */
  COLLECTION("collection"),
  /** Objects, each with its first blocks. */
  OBJECT("object"),
  /** Further blocks of objects. */
  BLOCKS("blocks"),
  /** Key/value maps of objects. */
  MAP("map"),
  /** Key/value maps of collections. */
  META("meta"),
  /** Blocks with several owners. */
  SHARED("shared"),
  /** Position in the log that the metadata have reached: one entry. */
  MARK("mark");

  private final String key;

  Family(String key) {
    this.key = key;
  }

  byte[] nameBytes() {
    return key.getBytes(StandardCharsets.UTF_8);
  }
}
