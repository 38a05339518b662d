package io.pando.mds.serve;

import io.pando.mds.caps.Capabilities;
import io.pando.mds.names.Execution;
import io.pando.mds.names.Names;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.tree.Tree;
import java.util.function.Consumer;
import java.util.function.ToLongBiFunction;

/** What the parts of the service have in common. */
final class ServerParts {
  private final MetadataStore store;
  private final Tree tree;
  private final Names names;
  private final Capabilities capabilities;
  private final ToLongBiFunction<Execution.Plan, Long> order;
  private final RowReads reads;
  private final ServerJobs jobs;
  private final ObjectCalls calls;
  private final FileCuts cuts;
  private final PlaceFinder finder;

  /**
   * Makes the parts.
   *
   * @param order orders the update of a plan for a session, 0 for the server itself, and returns
   *     the number of its record
   */
  ServerParts(
      MetadataStore store,
      Tree tree,
      Names names,
      Capabilities capabilities,
      ToLongBiFunction<Execution.Plan, Long> order,
      Consumer<ServiceEffect> out) {
    this.store = store;
    this.tree = tree;
    this.names = names;
    this.capabilities = capabilities;
    this.order = order;
    this.reads = new RowReads(store);
    this.calls = new ObjectCalls(out);
    this.finder = new PlaceFinder(tree, names, reads, calls);
    this.jobs = new ServerJobs(reads, finder);
    this.cuts = new FileCuts(calls);
  }

  MetadataStore store() {
    return store;
  }

  Tree tree() {
    return tree;
  }

  Names names() {
    return names;
  }

  Capabilities capabilities() {
    return capabilities;
  }

  /** Orders the update of a plan for a session, 0 for the server itself. */
  ToLongBiFunction<Execution.Plan, Long> order() {
    return order;
  }

  RowReads reads() {
    return reads;
  }

  ServerJobs jobs() {
    return jobs;
  }

  ObjectCalls calls() {
    return calls;
  }

  FileCuts cuts() {
    return cuts;
  }

  PlaceFinder finder() {
    return finder;
  }
}
