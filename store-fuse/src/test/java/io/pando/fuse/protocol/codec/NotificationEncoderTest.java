package io.pando.fuse.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.FuseNotification;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Notifications compared with structures written field by field. */
class NotificationEncoderTest {
  static Stream<Arguments> notifications() {
    FuseName name = FuseName.of("name");
    return Stream.of(
        Arguments.of(new FuseNotification.WakePoll(6), Wire.of().u32(24, 1).u64(0).u64(6).hex()),
        Arguments.of(
            new FuseNotification.InvalidateNode(5, -1, 0),
            Wire.of().u32(40, 2).u64(0).u64(5, -1, 0).hex()),
        Arguments.of(
            new FuseNotification.InvalidateEntry(1, name, true),
            Wire.of().u32(37, 3).u64(0).u64(1).u32(4, 1).text("name\0").hex()),
        Arguments.of(
            new FuseNotification.StoreData(5, 4096, Payload.utf8("abc")),
            Wire.of().u32(43, 4).u64(0).u64(5, 4096).u32(3, 0).text("abc").hex()),
        Arguments.of(
            new FuseNotification.RetrieveData(9, 5, 4096, 8192),
            Wire.of().u32(48, 5).u64(0).u64(9, 5, 4096).u32(8192, 0).hex()),
        Arguments.of(new FuseNotification.InvalidateNames(), Wire.of().u32(16, 8).u64(0).hex()),
        Arguments.of(
            new FuseNotification.DeleteEntry(1, 5, name),
            Wire.of().u32(45, 6).u64(0).u64(1, 5).u32(4, 0).text("name\0").hex()));
  }

  @ParameterizedTest
  @MethodSource("notifications")
  void notificationIsEncoded(FuseNotification notification, String expected) {
    ByteBuffer buffer = Wire.buffer();
    NotificationEncoder.encode(notification, buffer);
    assertThat(Wire.hex(buffer)).isEqualTo(expected);
    assertThat(buffer.limit()).isLessThanOrEqualTo(NotificationEncoder.bytes(notification));
  }
}
