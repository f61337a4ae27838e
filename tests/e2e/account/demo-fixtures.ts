import { createDemoInbox, createDemoMailbox, startDemo } from '#tests/e2e/demo-server.ts';
import { test as base, createApi, expect, type Page } from '#tests/e2e/fixtures.ts';

type Fixtures = {
  inbox: ReturnType<typeof createDemoInbox>;
  demoMailbox: ReturnType<typeof createDemoMailbox>;
};
/** The demo, which alone sends SMS. Its tests in this worker share it, and the mails of its people. */
type Worker = { demo: Awaited<ReturnType<typeof startDemo>> };

export const test = base.extend<Fixtures, Worker>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs from its pattern
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
  // The demo's maps are on the internet, which the tests do without.
  page: async ({ page }, use) => {
    await page.route('https://tile.openstreetmap.org/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: EMPTY_TILE }),
    );
    await use(page);
  },
  demoMailbox: async ({ request }, use) => use(createDemoMailbox(request)),
  api: async ({ request, demoMailbox }, use) => use(createApi(request, demoMailbox)),
  inbox: async ({ request }, use) => use(createDemoInbox(request)),
});

const EMPTY_TILE = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>';

/**
 * Users of voice control say the words that they see, so the name of a control contains its visible
 * words in their order. axe compares letters, not words.
 */
export async function expectNamesToSayWhatIsSeen(page: Page) {
  const named = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a[aria-label], button[aria-label], summary[aria-label]',
      ),
    ]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ seen: element.textContent, name: element.ariaLabel ?? '' })),
  );
  const wordsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  expect(named.length).toBeGreaterThan(0);
  expect(
    named.filter(
      ({ seen, name }) =>
        !` ${wordsOf(name)} `.includes(` ${wordsOf(seen)} `) && wordsOf(seen) !== '',
    ),
  ).toEqual([]);
}
