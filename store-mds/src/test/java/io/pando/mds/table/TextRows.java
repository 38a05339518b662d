package io.pando.mds.table;

import io.pando.bytes.Payload;

/** Rows whose keys are three digits and whose values are texts, with a number as head. */
final class TextRows implements TableFormat<Long, Integer, String> {
  @Override
  public String text(Integer key) {
    return "%03d".formatted(key);
  }

  @Override
  public Integer key(String text) {
    return Integer.valueOf(text);
  }

  @Override
  public Payload encode(Stored<String> row) {
    return Payload.utf8(row.version() + ":" + row.value());
  }

  @Override
  public Stored<String> decode(Payload bytes) {
    String text = bytes.toUtf8();
    int colon = text.indexOf(':');
    return new Stored<>(Long.parseLong(text.substring(0, colon)), text.substring(colon + 1));
  }

  @Override
  public Long emptyHead() {
    return 0L;
  }

  @Override
  public Payload encodeHead(Stored<Long> head) {
    return Payload.utf8(head.version() + ":" + head.value());
  }

  @Override
  public Stored<Long> decodeHead(Payload bytes) {
    Stored<String> text = decode(bytes);
    return new Stored<>(text.version(), Long.valueOf(text.value()));
  }
}
