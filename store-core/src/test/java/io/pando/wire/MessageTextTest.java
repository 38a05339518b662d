package io.pando.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.Compression;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import org.junit.jupiter.api.Test;

/** The text of a message does not show which of its components are grouped. */
class MessageTextTest {
  @Test
  void componentsOfAGroupArePrintedWithoutTheGroup() {
    Change.CreatePool.Sizes sizes = new Change.CreatePool.Sizes(3, 2);
    Change create =
        new Change.CreatePool("data", 8, sizes, null, Replication.PRIMARY, Compression.NONE);
    assertThat(MessageText.of(new MonitorMessage.RequestChange(7, create, 1)))
        .isEqualTo(
            "RequestChange[request=7, change=CreatePool[name=data, groupCount=8, size=3, minSize=2,"
                + " ruleName=null, replication=PRIMARY, compression=NONE], oldest=1]");
  }

  @Test
  void severalGroupsDisappear() {
    assertThat(MessageText.of(OsdInfo.fresh(new OsdId(3))))
        .isEqualTo(
            "OsdInfo[id=osd.3, identity=null, up=false, in=false, reweight=65536, address=null,"
                + " shards=0, upFrom=0, upThru=0, downAt=0, downSinceMillis=0]");
  }

  @Test
  void otherBracketsStay() {
    String text = "Held[names=[a, b], range=Range[first=1], x=y]] z=Steps[a=1]";
    assertThat(MessageText.of(text)).isEqualTo(text);
  }

  @Test
  void aGroupAtTheEndDisappears() {
    RequestId id = new RequestId(1, 2);
    PgId group = new PgId(new PoolId(1), 0);
    ObjectMessage hold =
        new ObjectMessage.Hold(
            id, 3, group, new ObjectId(0, "o"), new ObjectMessage.Hold.Refusal(1, false, "busy"));
    assertThat(MessageText.of(hold)).endsWith("attempt=1, begun=false, reason=busy]");
  }
}
