package io.loomwheel.internal.drive;

import static java.util.stream.Collectors.partitioningBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/** Where the JVM lays a shard's fields. */
class ShardLayoutTest {
  @Test
  void layout_contendedFields_lie128BytesFromAllOthers() {
    Set<String> contended = Set.of("lock", "cancelled", "nextTick", "armed", "posted");
    Map<Boolean, List<FieldLayout>> fields =
        ClassLayout.parseClass(Shard.class).fields().stream()
            .filter(field -> !field.name().matches("[ab]\\d+"))
            .collect(partitioningBy(field -> contended.contains(field.name())));
    LongSummaryStatistics hot =
        fields.get(true).stream().mapToLong(FieldLayout::offset).summaryStatistics();
    assertThat(hot.getCount()).isEqualTo(contended.size());
    assertThat(hot.getMin()).isGreaterThanOrEqualTo(128);
    assertThat(fields.get(false))
        .isNotEmpty()
        .allMatch(
            field ->
                field.offset() + field.size() + 128 <= hot.getMin()
                    || field.offset() >= hot.getMax() + 128);
  }
}
