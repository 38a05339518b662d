package io.pando.sim.files.run;

import io.pando.client.fs.FileClientConfig;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.client.fs.session.SessionConfig;
import io.pando.mds.caps.CapabilityLimits;
import io.pando.mds.caps.RecallLimits;
import io.pando.mds.life.MdsConfig;
import io.pando.mds.purge.PurgeLimits;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.serve.ServiceLimits;
import io.pando.mds.session.SessionLimits;
import io.pando.mds.store.StoreLimits;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import java.util.ArrayList;
import java.util.List;

/**
 * What a seed draws: settings that make rare events frequent, such as short leases, a short journal
 * and few rows in memory; the clients and their work; and some of the troubles.
 *
 * @param shape monitors and OSDs
 * @param servers metadata servers
 * @param mds their settings
 * @param data settings of the caches of bytes
 * @param clients clients and their work
 * @param events troubles
 */
record FilesPlan(
    SimCluster.Shape shape,
    int servers,
    MdsConfig mds,
    FileDataConfig data,
    Clients clients,
    Events events) {
  private static final long SEED_FACTOR = 0x9E3779B97F4A7C15L;
  private static final long MILLI = 1_000_000;

  /**
   * Clients.
   *
   * @param count number of clients
   * @param programs programs of each, which call at the same time
   * @param pauseNanos longest pause of a program between two calls
   * @param names names in each directory that programs use
   * @param bytesOf10 how many of ten calls are about bytes
   * @param reconnectPart most inodes in one message after a fail-over
   */
  record Clients(
      int count, int programs, long pauseNanos, int names, int bytesOf10, int reconnectPart) {
    FileClientConfig config(SessionConfig session) {
      FileClientConfig usual = FileClientConfig.of(session);
      return new FileClientConfig(
          session, usual.requests(), usual.capabilities(), usual.mostNames(), reconnectPart);
    }
  }

  /**
   * What happens: which troubles, how many at a time, and for how long.
   *
   * @param makers whether one more program of each client makes files in a directory of its own
   */
  record Events(List<FilesTrouble> troubles, int atATime, int seconds, boolean makers) {}

  static FilesPlan draw(long seed) {
    Random64 random = new Random64(seed * SEED_FACTOR + "files".hashCode());
    SimCluster.Shape shape = new SimCluster.Shape(random.oneIn(3) ? 3 : 1, 3, 1);
    int servers = 1 + random.nextInt(3);
    MdsConfig usual = MdsConfig.usual("");
    boolean makers = new Random64(seed * SEED_FACTOR + "new files".hashCode()).oneIn(9);
    // The record of a file that is made with its place does not fit in the smallest objects.
    int object = Math.max(1 << (10 + random.nextInt(8)), makers ? 1 << 12 : 0);
    RankConfig.Limits limits = limits(random);
    MdsConfig mds =
        new MdsConfig(
            "",
            usual.beaconNanos(),
            usual.graceNanos(),
            usual.retryNanos(),
            (int) Math.min(object, Long.highestOneBit(limits.store().mostBytes()) / 2),
            limits);
    List<FilesTrouble> troubles = new ArrayList<>();
    int ofFive = 1 + random.nextInt(3);
    boolean unwritten = new Random64(seed * SEED_FACTOR + "unwritten journals".hashCode()).oneIn(3);
    for (FilesTrouble each : FilesTrouble.values()) {
      boolean drawn =
          each == FilesTrouble.UNWRITTEN_JOURNAL ? unwritten : random.nextInt(5) < ofFive;
      if (drawn) {
        troubles.add(each);
      }
    }
    Clients clients =
        new Clients(
            2 + random.nextInt(3),
            1 + random.nextInt(2),
            random.between(20, 200) * MILLI,
            2 + random.nextInt(4),
            2 + random.nextInt(7),
            random.nextBoolean() ? 2 : FileClientConfig.USUAL_PART);
    Events events = new Events(troubles, 1 + random.nextInt(3), 6 + random.nextInt(7), makers);
    return new FilesPlan(shape, servers, mds, data(random), clients, events);
  }

  private static RankConfig.Limits limits(Random64 random) {
    long journal = 1L << (12 + random.nextInt(8));
    StoreLimits usualStore = StoreLimits.usual();
    StoreLimits store =
        new StoreLimits(
            journal,
            4 * journal + (64 << 10),
            1 + random.nextInt(20),
            usualStore.commitBytes(),
            1 + random.nextInt(4),
            2 + random.nextInt(20));
    long lease = random.between(1_000, 4_000) * MILLI;
    SessionLimits sessions =
        new SessionLimits(
            lease,
            lease / 10,
            2 + random.nextInt(30),
            SessionLimits.usual().mostAnswers(),
            1 + random.nextInt(8),
            SessionLimits.usual().mostSessions());
    int held = 4 + random.nextInt(60);
    CapabilityLimits capabilities =
        new CapabilityLimits(
            new RecallLimits(held, 2 * held, 3 * held, 1 + random.nextInt(8), 200 * MILLI),
            random.between(0, 500) * MILLI,
            1 << (10 + random.nextInt(8)),
            1 << 18);
    PurgeLimits purge = new PurgeLimits(1 + random.nextInt(4), 1 + random.nextInt(8), 500 * MILLI);
    ServiceLimits.Memory memory =
        random.nextBoolean()
            ? ServiceLimits.Memory.usual()
            : new ServiceLimits.Memory(4 + random.nextInt(40), 8 + random.nextInt(60), 100, MILLI);
    return new RankConfig.Limits(store, sessions, new ServiceLimits(capabilities, purge, memory));
  }

  private static FileDataConfig data(Random64 random) {
    long cache = 1L << (15 + random.nextInt(5));
    int ahead = random.nextBoolean() ? 0 : 1 << 14;
    return new FileDataConfig(
        cache,
        cache / (1 + random.nextInt(3)),
        ahead,
        2 * ahead,
        random.between(100, 5_000) * MILLI,
        1 << 16);
  }

  @Override
  public String toString() {
    String daemons =
        "%d monitors, %d OSDs, %d metadata servers, journal objects of %d bytes, %s"
            .formatted(
                shape.monitors(), shape.osds(), servers, mds.journalObjectBytes(), mds.limits());
    List<String> troubles = events.troubles.stream().map(FilesTrouble::label).toList();
    String course =
        "%d s of %s, %d at a time%s"
            .formatted(
                events.seconds, troubles, events.atATime, events.makers ? "; files are made" : "");
    return daemons + "; " + data + "; " + clients + "; " + course;
  }
}
