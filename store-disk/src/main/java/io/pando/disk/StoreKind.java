package io.pando.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The kinds of stores that keep their contents on a disk. */
public enum StoreKind {
  /** Data in one file or device, the rest in RocksDB. */
  RAW("raw", "PANDORAW"),
  /** Everything in RocksDB. */
  KV("kv", "PANDOKVS"),
  /** A file for each object, behind a log. */
  FILE("file", "PANDOFIL");

  private final String label;
  private final String magic;

  StoreKind(String label, String magic) {
    this.label = label;
    this.magic = magic;
  }

  /** Name of this kind in the configuration and in commands. */
  public String label() {
    return label;
  }

  /** Eight bytes at the beginning of the superblock of such a store. */
  public byte[] magic() {
    return magic.getBytes(StandardCharsets.US_ASCII);
  }

  /** The kind of the store that a superblock belongs to; null if the kind is unknown. */
  public static @Nullable StoreKind of(Path superblock) throws IOException {
    byte[] begin;
    try (InputStream in = Files.newInputStream(superblock)) {
      begin = in.readNBytes(RAW.magic.length());
    }
    String found = new String(begin, StandardCharsets.US_ASCII);
    for (StoreKind kind : values()) {
      if (kind.magic.equals(found)) {
        return kind;
      }
    }
    return null;
  }

  /** Throws if the superblock belongs to a store of another kind. */
  public void refuseOther(Path superblock) throws StoreException, IOException {
    StoreKind found = of(superblock);
    if (found != null && found != this) {
      throw new StoreException(
          String.format(
              "%s belongs to a %s store, but a %s store is expected. A daemon opens it if its"
                  + " configuration says osd.store: %s; to use the directory for a %s store, remove"
                  + " what is in it first",
              superblock, found, this, found, this));
    }
  }

  @Override
  public String toString() {
    return label;
  }
}
