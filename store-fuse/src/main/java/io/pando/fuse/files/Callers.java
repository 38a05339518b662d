package io.pando.fuse.files;

import io.pando.fs.call.FileCall;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fuse.protocol.FuseContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Who makes a call. The kernel tells user and group of a process, and not its supplementary groups;
 * reading these from {@code /proc} costs as much as a call that the client answers by itself. So
 * they are read only for calls whose effect depends on them, and when a call was denied without
 * them; then they are used for a second. They can only add permissions here: the kernel has checked
 * before, with all groups, that nothing is denied to one of them.
 *
 * <p>Any thread may use it.
 */
final class Callers {
  private static final long VALID_NANOS = 1_000_000_000;
  private static final int MOST_PROCESSES = 1_024;
  private static final String LIST_PREFIX = "system.posix_acl";

  private record Asker(int pid, int uid, int gid) {}

  private record Known(List<Integer> groups, long until) {}

  private final ProcessGroups groups;
  private final LongSupplier clock;
  private final Map<Asker, Known> known = new LinkedHashMap<>();

  Callers(ProcessGroups groups, LongSupplier clock) {
    this.groups = groups;
    this.clock = clock;
  }

  /** The caller with the groups that are needed, or known. */
  Caller of(FuseContext context, FileCall call) {
    if (context.uid() == 0) {
      return new Caller(0, context.gid(), List.of());
    }
    return needsGroups(call)
        ? caller(context, groups(context))
        : caller(context, knownGroups(context));
  }

  /** The caller with all groups, after a call without groups was denied; empty if it has none. */
  Optional<Caller> withGroups(FuseContext context, Caller denied) {
    if (context.uid() == 0 || !denied.groups().isEmpty()) {
      return Optional.empty();
    }
    List<Integer> all = groups(context);
    return all.isEmpty() ? Optional.empty() : Optional.of(caller(context, all));
  }

  /** Whether a process is in a group. */
  boolean isOfGroup(FuseContext context, int group) {
    return context.gid() == group || groups(context).contains(group);
  }

  private static Caller caller(FuseContext context, List<Integer> groups) {
    List<Integer> most = groups.subList(0, Math.min(Caller.MOST_GROUPS, groups.size()));
    return new Caller(context.uid(), context.gid(), most);
  }

  /** A mode that a process may set if it is in the group is otherwise set in part, silently. */
  private static boolean needsGroups(FileCall call) {
    return switch (call) {
      case FileCall.Make make -> setsGroupId(make.file());
      case FileCall.Create create -> setsGroupId(create.file());
      case FileCall.Request request ->
          switch (request.request()) {
            case FsRequest.SetAttributes set -> isOfGroup(set.change());
            case FsRequest.SetXattr set -> set.name().startsWith(LIST_PREFIX);
            default -> false;
          };
      default -> false;
    };
  }

  private static boolean setsGroupId(NewName file) {
    return (file.mode() & Permissions.SET_GROUP_ID) != 0;
  }

  private static boolean isOfGroup(InodeChange change) {
    return change.mode() != null || change.owner() != null || change.group() != null;
  }

  private List<Integer> knownGroups(FuseContext context) {
    synchronized (known) {
      Known found = known.get(process(context));
      return found == null || found.until < clock.getAsLong() ? List.of() : found.groups;
    }
  }

  private List<Integer> groups(FuseContext context) {
    List<Integer> before = knownGroups(context);
    if (!before.isEmpty() || context.pid() == 0) {
      return before;
    }
    List<Integer> read = groups.of(context.pid());
    synchronized (known) {
      if (known.size() >= MOST_PROCESSES) {
        known.remove(known.keySet().iterator().next());
      }
      known.remove(process(context));
      known.put(process(context), new Known(read, clock.getAsLong() + VALID_NANOS));
    }
    return read;
  }

  private static Asker process(FuseContext context) {
    return new Asker(context.pid(), context.uid(), context.gid());
  }
}
