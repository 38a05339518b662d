package io.pando.testkit;

import io.pando.disk.StoreKind;
import java.util.Optional;

/** Where the OSDs of a cluster for tests keep objects. */
public enum TestStore {
  /**
   * On the heap, without files and RocksDB. An OSD that is stopped and started again has its
   * objects still. An object takes heap of the tests once for each replica.
   */
  MEMORY,
  /** In the stores of production. */
  RAW,
  /** In RocksDB. */
  KV,
  /** In a file for each object. */
  FILE;

  /** The kind of store on a disk; empty for {@link #MEMORY}. */
  Optional<StoreKind> onDisk() {
    return switch (this) {
      case MEMORY -> Optional.empty();
      case RAW -> Optional.of(StoreKind.RAW);
      case KV -> Optional.of(StoreKind.KV);
      case FILE -> Optional.of(StoreKind.FILE);
    };
  }
}
