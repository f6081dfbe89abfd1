package io.loomwheel.pages;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageSamplesTest {
  @ParameterizedTest
  @CsvSource({
    "SECURITY.md, SecurityPageTest",
    "docs/guide/futures.md, FuturesPageTest",
    "docs/guide/moving.md, MovingPageTest",
    "docs/guide/netty.md, integrations/netty/src/test/java/io/loomwheel/netty/NettyPageTest",
    "docs/guide/operations.md, OperationsPageTest",
    "docs/guide/recipes.md, RecipesPageTest",
    "docs/guide/start/executors.md, QuickStartPlainTest",
    "docs/guide/start/netty.md, QuickStartNettyTest",
    "docs/guide/start/plain.md, QuickStartPlainTest",
    "docs/guide/start/reactor.md, QuickStartReactorTest",
    "docs/guide/start/rxjava.md, QuickStartRxJavaTest",
    "docs/guide/tick.md, QuickStartPlainTest",
    "docs/guide/virtual-time.md, "
        + "reactor-adapter/src/test/java/io/loomwheel/reactor/test/VirtualTimePageTest",
    "docs/guide/when-not.md, WhenNotPageTest"
  })
  void eachSampleOfThePage_isCodeOfTheTest_whichIsRun(String page, String test) {
    Pages.assertSamplesRunIn(page, test);
  }
}
