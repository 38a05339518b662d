package io.pando.sim.files.check;

import io.pando.fs.request.FsAnswer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that one order of all calls about names explains their answers. */
public final class NamesCheck {
  /** Shortest time to the answer of a request that was sent again over a new connection. */
  private static final long SOONEST_REPEAT_NANOS = 100_000_000;

  private NamesCheck() {}

  /** Why none does; null if one does. */
  public static @Nullable String violation(FilesHistory history) {
    List<PlayedCall> all = new ArrayList<>();
    for (PlayedCall each : history.calls()) {
      if (each.op() instanceof FilesOp.OfNames) {
        all.add(each);
      }
    }
    List<PlayedCall> changes = all.stream().filter(NamesCheck::isChange).toList();
    List<TimedCall<NamesState>> timed = new ArrayList<>();
    for (PlayedCall each : all) {
      boolean change = isChange(each);
      if (each.isUnknown()) {
        if (change) {
          timed.add(timed(each, TimedCall.NEVER, false));
        }
      } else if (change && !each.hasFailed()) {
        timed.add(timed(each, each.returnedNanos(), history.isLasting(each)));
      } else if (!history.isDoubtful(each, changes)) {
        timed.add(timed(each, each.returnedNanos(), true));
      }
    }
    return LinearOrder.violation(NamesState.EMPTY, timed);
  }

  private static boolean isChange(PlayedCall call) {
    return switch ((FilesOp.OfNames) call.op()) {
      case FilesOp.Make _, FilesOp.Remove _, FilesOp.Rename _, FilesOp.Link _ -> true;
      case FilesOp.Lookup _, FilesOp.List _, FilesOp.Stat _ -> false;
    };
  }

  private static TimedCall<NamesState> timed(PlayedCall call, long returned, boolean certain) {
    FsAnswer answer = call.isUnknown() ? null : call.answer();
    return new TimedCall<>(
        call.toString(),
        call.calledNanos(),
        returned,
        certain,
        call.op() instanceof FilesOp.Link link
            ? new LinkStep(link, ofRepeat(call, answer))
            : state -> after(state, call, answer));
  }

  /**
   * The answer to a request that was repeated shows the file as it is then: other clients may have
   * made and removed links of it since the request was executed. So its number of links does not
   * count.
   */
  private static @Nullable FsAnswer ofRepeat(PlayedCall call, @Nullable FsAnswer answer) {
    boolean repeated = call.returnedNanos() - call.calledNanos() > SOONEST_REPEAT_NANOS;
    return repeated && answer instanceof FsAnswer.Found ? new FsAnswer.Done() : answer;
  }

  /**
   * A link to a file that is known by its number alone. The call that made it may have had no
   * answer, and answers that showed its number need not count: then it is any of those files.
   */
  private record LinkStep(FilesOp.Link link, @Nullable FsAnswer answer)
      implements TimedCall.Step<NamesState> {
    @Override
    public @Nullable NamesState after(NamesState before) {
      return NameSteps.link(before, link.ino(), link.path(), answer);
    }

    @Override
    public List<NamesState> allAfter(NamesState before) {
      List<NamesState> all = new ArrayList<>(TimedCall.Step.super.allAfter(before));
      if (before.links(link.ino().value()) == 0) {
        for (NamesState each : before.withNumber(link.ino())) {
          NamesState after = after(each);
          if (after != null) {
            all.add(after);
          }
        }
      }
      return all;
    }
  }

  private static @Nullable NamesState after(
      NamesState state, PlayedCall call, @Nullable FsAnswer answer) {
    return switch ((FilesOp.OfNames) call.op()) {
      case FilesOp.Make it ->
          NameSteps.make(state, it.path(), it.isDirectory(), call.number(), answer);
      case FilesOp.Remove it -> NameSteps.remove(state, it.path(), it.ofDirectory(), answer);
      case FilesOp.Rename it -> NameSteps.rename(state, it.from(), it.to(), answer);
      case FilesOp.Link it -> NameSteps.link(state, it.ino(), it.path(), answer);
      case FilesOp.Lookup it -> answer == null ? null : NameSteps.lookup(state, it.path(), answer);
      case FilesOp.List it -> answer == null ? null : NameSteps.list(state, it.directory(), answer);
      case FilesOp.Stat it -> answer == null ? null : NameSteps.stat(state, it.ino(), answer);
    };
  }
}
