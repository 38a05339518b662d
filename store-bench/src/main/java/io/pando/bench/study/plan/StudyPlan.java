package io.pando.bench.study.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All cases of the study: the six pools of the paper, each with every loss that the paper measures,
 * and a base of 4+2 that is varied in one thing at a time. All have the same number of OSDs.
 *
 * <p>The paper has 44 OSDs, and 100,000 objects of 1 MiB; the numbers here are for one machine. The
 * numbers of groups are to one another as in the paper.
 */
public record StudyPlan(List<StudyCase> cases) {
  /** The group of the case from which the others differ. */
  public static final String BASE = "base";

  /** The group of the paper's pools. */
  public static final String PAPER = "paper";

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final String PLAIN = "plain";
  private static final int GROUPS = 128;
  private static final StudyCase.Layout LAYOUT = new StudyCase.Layout(14, 1);
  private static final StudyCase.Layout PAIRS = new StudyCase.Layout(7, 2);
  private static final StudyPool.Code BASE_CODE = code("isa", 4, 2, 0);
  private static final int LEAST_OBJECTS = 16;

  public StudyPlan {
    cases = List.copyOf(cases);
  }

  /**
   * The cases for a machine.
   *
   * @param scale factor of the number of objects and of the duration of the writes; 1 stores 1 GiB
   * @param fastKernel the fastest kernel of the machine besides the plain one
   */
  public static StudyPlan of(double scale, String fastKernel) {
    List<StudyCase> cases = new ArrayList<>();
    addPaper(cases, fastKernel);
    addVariants(cases, fastKernel);
    return new StudyPlan(cases.stream().map(it -> scaled(it, scale)).toList());
  }

  private static StudyPool.Code code(String plugin, int k, int m, int l) {
    return new StudyPool.Code(plugin, k, m, l, 16 * KIB);
  }

  private static StudyCase base() {
    return new StudyCase(
        BASE + "/4+2",
        new StudyPool(0, BASE_CODE, PLAIN, GROUPS),
        new StudyCase.Data(1024, MIB),
        LAYOUT,
        new StudyCase.Conditions(4, 100, 1, false, 5),
        new StudyCase.Loss(1, false));
  }

  private static void addPaper(List<StudyCase> cases, String fastKernel) {
    StudyPool jerasure = new StudyPool(0, code("jerasure", 4, 2, 0), PLAIN, GROUPS);
    addLosses(cases, "1 jerasure 4+2", jerasure, 2);
    addLosses(cases, "2 isa 4+2", jerasure.withCode(BASE_CODE).withKernel(fastKernel), 2);
    addLosses(cases, "3 jerasure 4+2 twice the groups", jerasure.withGroups(2 * GROUPS), 2);
    addLosses(cases, "4 jerasure 8+3", jerasure.withCode(code("jerasure", 8, 3, 0)), 3);
    addLosses(cases, "5 jerasure 6+2", jerasure.withCode(code("jerasure", 6, 2, 0)), 2);
    addLosses(cases, "6 three copies", new StudyPool(3, null, PLAIN, 4 * GROUPS), 2);
  }

  private static void addLosses(List<StudyCase> cases, String name, StudyPool pool, int most) {
    for (int lost = 1; lost <= most; lost++) {
      cases.add(
          base()
              .named(PAPER + "/" + name + ": " + lost + " lost")
              .with(pool)
              .with(new StudyCase.Loss(lost, false)));
    }
  }

  private static void addVariants(List<StudyCase> cases, String fastKernel) {
    StudyCase base = base();
    StudyPool pool = base.pool();
    cases.add(base);
    cases.add(base.named("kernel/" + fastKernel).with(pool.withKernel(fastKernel)));
    cases.add(base.named("code/jerasure 4+2").with(pool.withCode(code("jerasure", 4, 2, 0))));
    cases.add(base.named("code/lrc 4+2 l=3").with(pool.withCode(code("lrc", 4, 2, 3))));
    cases.add(base.named("code/2+1").with(pool.withCode(code("isa", 2, 1, 0))));
    cases.add(base.named("code/3 copies").with(new StudyPool(3, null, PLAIN, GROUPS)));
    cases.add(base.named("k+m/6+2").with(pool.withCode(code("isa", 6, 2, 0))));
    cases.add(base.named("k+m/8+3").with(pool.withCode(code("isa", 8, 3, 0))));
    for (int groups : List.of(GROUPS / 4, 2 * GROUPS, 4 * GROUPS)) {
      cases.add(base.named("groups/" + groups).with(pool.withGroups(groups)));
    }
    cases.add(base.named("size/4 KiB").with(new StudyCase.Data(16 * KIB, 4 * KIB)));
    cases.add(base.named("size/64 KiB").with(new StudyCase.Data(8 * KIB, 64 * KIB)));
    cases.add(base.named("size/4 MiB").with(new StudyCase.Data(256, 4 * MIB)));
    for (int unit : List.of(4, 64, 256)) {
      StudyPool.Code other = new StudyPool.Code("isa", 4, 2, 0, unit * KIB);
      cases.add(base.named("unit/" + unit + " KiB").with(pool.withCode(other)));
    }
    addConditions(cases, base);
    addLossVariants(cases, base);
  }

  private static void addConditions(List<StudyCase> cases, StudyCase base) {
    double seconds = base.conditions().writeSeconds();
    for (int slots : List.of(1, 16)) {
      cases.add(
          base.named("slots/" + slots)
              .with(new StudyCase.Conditions(slots, 100, 1, false, seconds)));
    }
    for (int pause : List.of(0, 400)) {
      cases.add(
          base.named("pause/" + pause + " %")
              .with(new StudyCase.Conditions(4, pause, 1, false, seconds)));
    }
    for (int clients : List.of(0, 8)) {
      cases.add(
          base.named("clients/" + clients)
              .with(new StudyCase.Conditions(4, 100, clients, false, seconds)));
    }
    cases.add(base.named("cache/cold").with(new StudyCase.Conditions(4, 100, 1, true, seconds)));
  }

  /** With two OSDs on each host, so that a host can fail; one OSD of these is the comparison. */
  private static void addLossVariants(List<StudyCase> cases, StudyCase base) {
    cases.add(base.named("loss/2 OSDs").with(new StudyCase.Loss(2, false)));
    cases.add(
        base.named("loss/1 OSD on 7 hosts of 2").with(PAIRS).with(new StudyCase.Loss(1, false)));
    cases.add(
        base.named("loss/2 OSDs on 7 hosts of 2").with(PAIRS).with(new StudyCase.Loss(2, false)));
    cases.add(base.named("loss/a host of 2").with(PAIRS).with(new StudyCase.Loss(2, true)));
  }

  private static StudyCase scaled(StudyCase it, double scale) {
    StudyCase.Conditions as = it.conditions();
    int objects = Math.clamp(Math.round(it.data().objects() * scale), LEAST_OBJECTS, 10_000_000);
    return it.with(new StudyCase.Data(objects, it.data().sizeBytes()))
        .with(
            new StudyCase.Conditions(
                as.slots(),
                as.pausePercent(),
                as.clients(),
                as.cold(),
                Math.clamp(as.writeSeconds() * scale, 1, 60)));
  }

  /**
   * The cases whose names match one of some patterns.
   *
   * @param patterns separated by commas; {@code *} stands for any text
   */
  public StudyPlan select(String patterns) {
    Pattern any =
        Pattern.compile(
            Stream.of(patterns.split(","))
                .map(String::strip)
                .map(StudyPlan::expression)
                .collect(Collectors.joining("|")));
    return new StudyPlan(cases.stream().filter(it -> any.matcher(it.name()).matches()).toList());
  }

  private static String expression(String pattern) {
    return Stream.of(pattern.split("\\*", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }
}
