package io.pando.bench.study.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * One case of the study: a cluster that is filled and then loses OSDs.
 *
 * @param name {@code GROUP/VARIANT}: the group is {@code paper}, {@code base}, or the one thing in
 *     which the case differs from the base
 */
public record StudyCase(
    String name, StudyPool pool, Data data, Layout layout, Conditions conditions, Loss loss) {
  /**
   * What is stored before the loss.
   *
   * @param objects number of objects
   * @param sizeBytes size of each
   */
  public record Data(int objects, int sizeBytes) {
    /** Bytes of all objects, each counted once. */
    @JsonIgnore
    public long bytes() {
      return (long) objects * sizeBytes;
    }
  }

  /** The OSDs of the cluster; each host has as many. */
  public record Layout(int hosts, int osdsPerHost) {
    /** Number of OSDs. */
    @JsonIgnore
    public int osds() {
      return hosts * osdsPerHost;
    }
  }

  /**
   * Settings and load during recovery.
   *
   * @param slots {@code osd.recovery_slots}
   * @param pausePercent {@code osd.recovery_pause_percent}
   * @param clients clients that write 4 KiB one after the other
   * @param cold whether the OSDs are restarted before the loss, and their files leave the system's
   *     cache
   * @param writeSeconds duration of the measurement of the write rate
   */
  public record Conditions(
      int slots, int pausePercent, int clients, boolean cold, double writeSeconds) {}

  /**
   * What fails at the same moment.
   *
   * @param osds number of OSDs; all are on one host if {@code host}, else each is on another one
   */
  public record Loss(int osds, boolean host) {}

  /** The group to which the case belongs. */
  @JsonIgnore
  public String group() {
    return name.substring(0, name.indexOf('/'));
  }

  /** What distinguishes the case within its group. */
  @JsonIgnore
  public String variant() {
    return name.substring(name.indexOf('/') + 1);
  }

  StudyCase named(String other) {
    return new StudyCase(other, pool, data, layout, conditions, loss);
  }

  StudyCase with(StudyPool other) {
    return new StudyCase(name, other, data, layout, conditions, loss);
  }

  StudyCase with(Data other) {
    return new StudyCase(name, pool, other, layout, conditions, loss);
  }

  StudyCase with(Layout other) {
    return new StudyCase(name, pool, data, other, conditions, loss);
  }

  StudyCase with(Conditions other) {
    return new StudyCase(name, pool, data, layout, other, loss);
  }

  StudyCase with(Loss other) {
    return new StudyCase(name, pool, data, layout, conditions, other);
  }
}
