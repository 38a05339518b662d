package io.pando.bench.study.report;

import java.util.List;

/**
 * What paper 004 ("Ceph Recovery Performance", Rayos and Misra) measured of a pool, on 44 OSDs of
 * 11 machines with 100,000 objects of 1 MiB.
 *
 * @param name the pool in the names of cases
 * @param groups its placement groups
 * @param writeMegabytes figure 5: MB/s of {@code rados bench}
 * @param fillMinutes figure 6: time to write all objects
 * @param recoveryMinutes figures 7 and 9: time from the failure of 1, 2, 3 OSDs until health
 */
record PaperPool(
    String name,
    int groups,
    double writeMegabytes,
    double fillMinutes,
    List<Double> recoveryMinutes) {
  /** The pools in the order of the paper. */
  static List<PaperPool> all() {
    return List.of(
        new PaperPool("1 jerasure 4+2", 512, 51.895, 45.65, List.of(4.07, 7.57)),
        new PaperPool("2 isa 4+2", 512, 54.715, 45.52, List.of(4.07, 7.72)),
        new PaperPool("3 jerasure 4+2 twice the groups", 1024, 44.773, 52.55, List.of(5.00, 8.28)),
        new PaperPool("4 jerasure 8+3", 512, 50.856, 48.14, List.of(9.55, 11.23, 15.72)),
        new PaperPool("5 jerasure 6+2", 512, 49.066, 48.68, List.of(7.48, 11.43)),
        new PaperPool("6 three copies", 2048, 34.012, 59.15, List.of(2.23, 3.78)));
  }

  /** Name of the case with that many lost OSDs. */
  String caseName(int lost) {
    return "paper/" + name + ": " + lost + " lost";
  }
}
