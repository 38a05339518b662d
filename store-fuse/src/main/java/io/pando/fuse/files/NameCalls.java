package io.pando.fuse.files;

import io.pando.bytes.Payload;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.FileType;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.FsRequest.NewContent;
import io.pando.fs.request.FsRequest.RenameMode;
import io.pando.fuse.files.kernel.KernelView;
import io.pando.fuse.files.kernel.NodeNumbers;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.NameRequest;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Requests about names in directories. Names are bytes on both sides. Files without a name ({@code
 * O_TMPFILE}) are not offered: the kernel then fails the system call, and programs make a file with
 * a name.
 */
final class NameCalls {
  private static final FuseName SELF = FuseName.of(".");
  private static final FuseName PARENT = FuseName.of("..");

  private final NodeNumbers numbers;
  private final KernelView view;
  private final OpenHandles handles;

  NameCalls(NodeNumbers numbers, KernelView view, OpenHandles handles) {
    this.numbers = numbers;
    this.view = view;
    this.handles = handles;
  }

  void on(Exchange exchange, NameRequest request) {
    switch (request) {
      case NameRequest.Lookup lookup -> lookup(exchange, lookup);
      case NameRequest.MakeSymbolicLink link -> makeLink(exchange, link);
      case NameRequest.MakeNode make -> makeNode(exchange, make);
      case NameRequest.MakeDirectory make ->
          make(exchange, make.parent(), make.name(), make.mode(), new NewContent.NewDirectory());
      case NameRequest.Unlink it -> remove(exchange, it.parent(), it.name(), false);
      case NameRequest.RemoveDirectory it -> remove(exchange, it.parent(), it.name(), true);
      case NameRequest.Rename rename -> rename(exchange, rename);
      case NameRequest.Link link -> link(exchange, link);
      case NameRequest.Create create -> create(exchange, create);
      case NameRequest.CreateUnnamed _ -> exchange.fail(Errno.ENOSYS);
    }
  }

  // Lookups

  private void lookup(Exchange exchange, NameRequest.Lookup request) {
    Ino directory = numbers.ino(request.parent());
    if (request.name().equals(SELF) || request.name().equals(PARENT)) {
      boolean up = request.name().equals(PARENT) && request.parent() != NodeNumbers.ROOT;
      FsRequest query = up ? new FsRequest.GetParent(directory) : new FsRequest.GetInode(directory);
      exchange.callAllowed(
          new FileCall.Request(query),
          outcome -> answerEntry(exchange, request.parent(), null, Exchange.inode(outcome)));
      return;
    }
    EntryName name = name(exchange, request.name());
    if (name == null) {
      return;
    }
    exchange.call(
        new FileCall.Request(new FsRequest.Lookup(directory, name)),
        outcome -> answerEntry(exchange, request.parent(), request.name(), Exchange.inode(outcome)),
        error -> {
          long absent = error == FsError.ENOENT ? view.absent(request.parent(), request.name()) : 0;
          if (absent > 0) {
            boolean _ = exchange.answer(new FuseAnswer.NoEntry(absent));
          } else {
            exchange.fail(error.number());
          }
        });
  }

  private void answerEntry(
      Exchange exchange, long directory, @Nullable FuseName name, Inode inode) {
    FuseAnswer.Entry entry =
        name == null ? view.unnamed(inode) : view.names(directory).entry(name, inode);
    if (!exchange.answer(entry)) {
      view.notTaken(entry);
    }
  }

  /** The name; null if the request was refused for it. */
  private static @Nullable EntryName name(Exchange exchange, FuseName name) {
    byte[] bytes = name.bytes();
    if (bytes.length > EntryName.MOST_BYTES) {
      exchange.fail(Errno.ENAMETOOLONG);
      return null;
    }
    if (!EntryName.problem(bytes).isEmpty()) {
      exchange.fail(bytes.length == 0 ? Errno.ENOENT : Errno.EINVAL);
      return null;
    }
    return EntryName.of(bytes);
  }

  // New names

  private void makeLink(Exchange exchange, NameRequest.MakeSymbolicLink request) {
    byte[] target = request.target().bytes();
    if (target.length == 0 || target.length > InodeContent.Symlink.MOST_TARGET_BYTES) {
      exchange.fail(target.length == 0 ? Errno.ENOENT : Errno.ENAMETOOLONG);
      return;
    }
    NewContent link = new NewContent.NewSymlink(Payload.wrap(target));
    NameRequest.NewMode mode = new NameRequest.NewMode(Permissions.MODE_MASK & 0777, 0);
    make(exchange, request.parent(), request.name(), mode, link);
  }

  private void makeNode(Exchange exchange, NameRequest.MakeNode request) {
    Optional<NewContent> content = content(request);
    if (content.isEmpty()) {
      exchange.fail(Errno.EINVAL);
      return;
    }
    make(exchange, request.parent(), request.name(), request.mode(), content.get());
  }

  /** Empty if no such file is made by {@code mknod}. */
  private static Optional<NewContent> content(NameRequest.MakeNode request) {
    FileType type;
    try {
      type = FileType.ofMode(request.mode().mode());
    } catch (IllegalArgumentException noType) {
      return Optional.empty();
    }
    return switch (type) {
      case REGULAR -> Optional.of(new NewContent.NewFile());
      case DIRECTORY, SYMLINK -> Optional.empty();
      case BLOCK_DEVICE, CHARACTER_DEVICE ->
          Optional.of(new NewContent.NewSpecial(type, request.device()));
      case FIFO, SOCKET -> Optional.of(new NewContent.NewSpecial(type, 0));
    };
  }

  private void make(
      Exchange exchange, long parent, FuseName name, NameRequest.NewMode mode, NewContent content) {
    EntryName entry = name(exchange, name);
    if (entry != null) {
      exchange.call(
          new FileCall.Make(newName(parent, entry, mode, content)),
          outcome -> answerEntry(exchange, parent, name, Exchange.inode(outcome)));
    }
  }

  private NewName newName(
      long parent, EntryName name, NameRequest.NewMode mode, NewContent content) {
    return new NewName(
        numbers.ino(parent), name, mode.mode() & Permissions.MODE_MASK, mode.umask(), content);
  }

  private void link(Exchange exchange, NameRequest.Link request) {
    EntryName name = name(exchange, request.name());
    if (name != null) {
      FsRequest link =
          new FsRequest.Link(numbers.ino(request.target()), numbers.ino(request.parent()), name);
      exchange.call(
          new FileCall.Request(link),
          outcome ->
              answerEntry(exchange, request.parent(), request.name(), Exchange.inode(outcome)));
    }
  }

  private void create(Exchange exchange, NameRequest.Create request) {
    EntryName name = name(exchange, request.name());
    if (name == null) {
      return;
    }
    NewName file = newName(request.parent(), name, request.mode(), new NewContent.NewFile());
    FileCall create =
        new FileCall.Create(file, request.flags().isExclusive(), OpenHandles.mode(request.flags()));
    exchange.call(create, outcome -> onCreated(exchange, request, outcome));
  }

  private void onCreated(Exchange exchange, NameRequest.Create request, FileOutcome outcome) {
    if (!(outcome instanceof FileOutcome.Opened opened)) {
      throw Exchange.unexpected(outcome);
    }
    FuseAnswer.Entry entry = view.names(request.parent()).entry(request.name(), opened.inode());
    OpenHandle handle = handles.add(entry.node(), opened, request.flags());
    if (!exchange.answer(new FuseAnswer.Created(entry, OpenHandles.answer(handle)))) {
      view.notTaken(entry);
      handles.abandon(handle, exchange.sender());
    }
  }

  // Removed and moved names

  private void remove(Exchange exchange, long parent, FuseName name, boolean ofDirectory) {
    EntryName entry = name(exchange, name);
    if (entry != null) {
      exchange.callAndFinish(
          new FileCall.Request(new FsRequest.Remove(numbers.ino(parent), entry, ofDirectory)));
    }
  }

  private void rename(Exchange exchange, NameRequest.Rename request) {
    RenameMode mode;
    switch (request.flags()) {
      case 0 -> mode = RenameMode.REPLACE;
      case NameRequest.Rename.NO_REPLACE -> mode = RenameMode.NO_REPLACE;
      case NameRequest.Rename.EXCHANGE -> mode = RenameMode.EXCHANGE;
      default -> {
        exchange.fail(Errno.EINVAL);
        return;
      }
    }
    EntryName from = name(exchange, request.name());
    EntryName to = from == null ? null : name(exchange, request.newName());
    if (from == null || to == null) {
      return;
    }
    FsRequest rename =
        new FsRequest.Rename(
            numbers.ino(request.parent()), from, numbers.ino(request.newParent()), to, mode);
    Consumer<FileOutcome> then =
        _ -> {
          view.moved(request.parent(), request.name(), request.newParent(), request.newName());
          if (mode == RenameMode.EXCHANGE) {
            view.moved(request.newParent(), request.newName(), request.parent(), request.name());
          }
          exchange.done();
        };
    exchange.call(new FileCall.Request(rename), then);
  }
}
