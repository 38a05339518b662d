package io.pando.cli.command.store;

import io.pando.id.PgId;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Selects the collections of a command. */
final class CollectionSelection {
  @Option(
      names = "--pg",
      paramLabel = "PG",
      description = "only this placement group; may be repeated (default: all)")
  private List<PgId> groups = new ArrayList<>();

  boolean contains(CollectionId collection) {
    return groups.isEmpty() || (collection.group() != null && groups.contains(collection.group()));
  }

  /** The selection, for messages. */
  @Override
  public String toString() {
    return groups.isEmpty() ? "all collections" : "groups " + groups;
  }
}
