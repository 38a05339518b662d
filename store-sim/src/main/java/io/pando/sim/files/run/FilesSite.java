package io.pando.sim.files.run;

import io.pando.client.Cluster;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.files.SimFiles;
import io.pando.sim.files.SimMds;
import io.pando.sim.files.check.FilesHistory;
import java.util.ArrayList;
import java.util.List;

/** The parts of a run. */
final class FilesSite {
  /** Name of the file system. */
  static final String FILES = "photos";

  /** Pool of its metadata. */
  static final String NAMES = "names";

  /** Pool of the bytes of files. */
  static final String BYTES = "bytes";

  /** A client, with the number under which the history has its calls. */
  record Client(int number, SimFiles files) {}

  private final SimCluster cluster;
  private final Cluster operator;
  private final FilesPlan plan;
  private final Random64 random;
  private final FilesHistory history = new FilesHistory();
  private final List<SimMds> servers = new ArrayList<>();
  private final List<Client> clients = new ArrayList<>();
  private long lastValue;

  FilesSite(SimCluster cluster, Cluster operator, FilesPlan plan, Random64 random) {
    this.cluster = cluster;
    this.operator = operator;
    this.plan = plan;
    this.random = random;
  }

  SimCluster cluster() {
    return cluster;
  }

  Cluster operator() {
    return operator;
  }

  FilesPlan plan() {
    return plan;
  }

  Random64 random() {
    return random;
  }

  FilesHistory history() {
    return history;
  }

  /** Metadata servers, alive or not. */
  List<SimMds> servers() {
    return servers;
  }

  /** All clients, also those that were killed, in the order of their numbers. */
  List<Client> clients() {
    return clients;
  }

  /** Clients that are alive. */
  List<Client> living() {
    return clients.stream().filter(it -> it.files().process().isAlive()).toList();
  }

  /** Opens one more client. */
  Client open() {
    SimFiles files = SimFiles.open(cluster, FILES, plan.data(), plan.clients()::config);
    Client client = new Client(clients.size(), files);
    clients.add(client);
    return client;
  }

  /** A value for the cells of one write. */
  long nextValue() {
    lastValue++;
    return lastValue;
  }

  long nowNanos() {
    return cluster.world().nowNanos();
  }
}
