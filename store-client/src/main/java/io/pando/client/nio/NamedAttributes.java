package io.pando.client.nio;

import io.pando.fs.request.InodeChange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Attributes by names such as {@code posix:permissions}, {@code size}, {@code user:mime}. */
record NamedAttributes(NioFileTarget target) {
  /** Views of attributes. */
  static final List<String> VIEWS = List.of("basic", "owner", "posix", "unix", "user");

  private static final Map<String, Function<NioAttributes, Object>> BASIC = new TreeMap<>();
  private static final Map<String, Function<NioAttributes, Object>> POSIX = new TreeMap<>();
  private static final Map<String, Function<NioAttributes, Object>> UNIX = new TreeMap<>();

  static {
    BASIC.put("lastModifiedTime", NioAttributes::lastModifiedTime);
    BASIC.put("lastAccessTime", NioAttributes::lastAccessTime);
    BASIC.put("creationTime", NioAttributes::creationTime);
    BASIC.put("size", NioAttributes::size);
    BASIC.put("isRegularFile", NioAttributes::isRegularFile);
    BASIC.put("isDirectory", NioAttributes::isDirectory);
    BASIC.put("isSymbolicLink", NioAttributes::isSymbolicLink);
    BASIC.put("isOther", NioAttributes::isOther);
    BASIC.put("fileKey", NioAttributes::fileKey);
    POSIX.putAll(BASIC);
    POSIX.put("owner", NioAttributes::owner);
    POSIX.put("group", NioAttributes::group);
    POSIX.put("permissions", NioAttributes::permissions);
    UNIX.putAll(POSIX);
    UNIX.put("mode", it -> it.stat().type().bits() | it.stat().permissions().mode());
    UNIX.put("ino", it -> it.stat().ino().value());
    UNIX.put("nlink", it -> Math.toIntExact(it.stat().links()));
    UNIX.put("uid", it -> it.stat().permissions().owner());
    UNIX.put("gid", it -> it.stat().permissions().group());
    UNIX.put("ctime", NioAttributes::changeTime);
  }

  /** A view and what is behind the colon. */
  private record Name(String view, String attributes) {
    static Name parse(String text) {
      int colon = text.indexOf(':');
      Name name =
          colon < 0
              ? new Name("basic", text)
              : new Name(text.substring(0, colon), text.substring(colon + 1));
      if (!VIEWS.contains(name.view)) {
        throw new UnsupportedOperationException(
            "there is no view '" + name.view + "'; the views are " + VIEWS);
      }
      return name;
    }

    IllegalArgumentException unknown(String attribute) {
      return new IllegalArgumentException(
          "view '" + view + "' has no attribute '" + attribute + "'");
    }
  }

  /** The attributes of a list of names, separated by commas; all of a view for a star. */
  Map<String, Object> read(String names) throws IOException {
    Name name = Name.parse(names);
    List<String> asked = List.of(name.attributes().split(",", -1));
    Map<String, Object> found = new LinkedHashMap<>();
    if (name.view().equals("user")) {
      NioUserView view = new NioUserView(target);
      for (String each : asked.contains("*") ? view.list() : asked) {
        found.put(each, view.value(each).toByteArray());
      }
      return found;
    }
    NioAttributes attributes = target.attributes();
    Map<String, Function<NioAttributes, Object>> known = known(name.view());
    for (String each : asked.contains("*") ? new ArrayList<>(known.keySet()) : asked) {
      Function<NioAttributes, Object> reading = known.get(each);
      if (reading == null) {
        throw name.unknown(each);
      }
      found.put(each, reading.apply(attributes));
    }
    return found;
  }

  private static Map<String, Function<NioAttributes, Object>> known(String view) {
    return switch (view) {
      case "basic" -> BASIC;
      case "owner" -> new TreeMap<>(Map.of("owner", NioAttributes::owner));
      case "posix" -> POSIX;
      default -> UNIX;
    };
  }

  /** Sets one attribute. */
  void set(String named, @Nullable Object value) throws IOException {
    Name name = Name.parse(named);
    if (name.view().equals("user")) {
      ByteBuffer bytes =
          value instanceof byte[] array ? ByteBuffer.wrap(array) : as(ByteBuffer.class, value);
      new NioUserView(target).write(name.attributes(), bytes);
      return;
    }
    if (!known(name.view()).containsKey(name.attributes())) {
      throw name.unknown(name.attributes());
    }
    NioPosixView view = new NioPosixView(name.view(), target);
    switch (name.attributes()) {
      case "lastModifiedTime" -> view.setTimes(as(FileTime.class, value), null, null);
      case "lastAccessTime" -> view.setTimes(null, as(FileTime.class, value), null);
      case "creationTime" -> view.setTimes(null, null, as(FileTime.class, value));
      case "permissions" -> view.setPermissions(permissions(value));
      case "owner" -> view.setOwner(as(UserPrincipal.class, value));
      case "group" -> view.setGroup(as(GroupPrincipal.class, value));
      case "mode" -> target.change(InodeChange.ofMode(as(Integer.class, value)));
      case "uid" -> target.change(InodeChange.ofOwner(as(Integer.class, value), null));
      case "gid" -> target.change(InodeChange.ofOwner(null, as(Integer.class, value)));
      default -> throw new IllegalArgumentException("attribute '" + named + "' cannot be changed");
    }
  }

  private static <T> T as(Class<T> type, @Nullable Object value) {
    if (value == null) {
      throw new NullPointerException("an attribute is not set to null");
    }
    return type.cast(value);
  }

  /** The value of an attribute with permissions. */
  static Set<PosixFilePermission> permissions(@Nullable Object value) {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (Object each : as(Set.class, value)) {
      permissions.add(as(PosixFilePermission.class, each));
    }
    return permissions;
  }
}
