import { type BrowserContext, chromium } from 'playwright';
import { CHROMIUM, median, startMeasuredDemo } from './measured-demo.ts';

/*
 * `npm run weak-line`: the pages that the server renders on a slow phone with a weak line, the median of five visits each. "Seen" is the first
 * frame with a product in it. "Usable" is when a press on any control has its effect without being repeated: links and forms work by
 * themselves, and presses of buttons are kept from then on (src/web/app/early.ts). "Running" is when the page answers presses itself. The second
 * visit has all files in the browser's cache. It only says anything on a machine that does nothing else.
 */

const VISITS = 5;
const LATENCY_MILLISECONDS = 400;
const BYTES_PER_SECOND = 400_000 / 8;
const CPU_SLOWDOWN = 4;
const pages = process.argv.length > 2 ? process.argv.slice(2) : ['/market', '/market/1'];

/** Runs in the page. As a text, because what tsx makes of a function calls a helper that is not there. */
const MARK_FIRST_PRODUCT = `(function look() {
  const product = document.querySelector('main article') ?? document.querySelector('main h1 + p');
  if (product?.getBoundingClientRect().height) performance.mark('product-seen');
  else requestAnimationFrame(look);
})()`;

/** In milliseconds since the page was asked for, and what had been fetched when it ran. */
type Visit = { seen: number; usable: number; running: number; kilobytes: number; requests: number };

const { url, stop } = await startMeasuredDemo();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
try {
  // The server renders its first page more slowly than those after it.
  for (const page of pages) await fetch(url + page);
  for (const page of pages) {
    const [first, second]: [Visit[], Visit[]] = [[], []];
    for (let visit = 0; visit < VISITS; visit++) {
      const context = await phone();
      first.push(await measure(context, url + page));
      await appKept(context, url);
      second.push(await measure(context, url + page));
      await context.close();
    }
    print(page, first);
    print(`${page}, again`, second);
  }
} finally {
  await browser.close();
  await stop();
}

async function phone(): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  await context.addInitScript({ content: MARK_FIRST_PRODUCT });
  return context;
}

/** Lets the service worker keep the page and its files, as it does while a person reads. It has a line of its own here. */
async function appKept(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/favicon.svg`);
  await page.waitForFunction(
    async () => {
      const names = await caches.keys();
      const files = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/art/moments/paid.svg')));
      return files.some(Boolean);
    },
    null,
    { timeout: 60_000, polling: 500 },
  );
  await page.close();
}

async function measure(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MILLISECONDS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('page-running').length > 0);
  await page.waitForLoadState('networkidle');
  // The worker is registered when the page rests.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const entries: Entry[] = await page.evaluate(() => performance.getEntries().map((entry) => entry.toJSON()));
  await page.close();
  return visitOf(entries);
}

type Entry = { name: string; startTime: number; responseEnd?: number; transferSize?: number };

function visitOf(entries: Entry[]): Visit {
  const at = (mark: string) => entries.find(({ name }) => name === mark)?.startTime ?? Number.NaN;
  const seen = Math.max(at('first-contentful-paint'), at('product-seen'));
  const running = at('page-running');
  const before = entries.filter(({ responseEnd = Number.POSITIVE_INFINITY }) => responseEnd <= running);
  const sizes = before.map(({ transferSize = 0 }) => transferSize).filter((size) => size > 0);
  return {
    seen,
    usable: Math.max(seen, at('presses-kept')),
    running,
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    requests: sizes.length,
  };
}

function print(what: string, visits: Visit[]): void {
  const middle = (read: (visit: Visit) => number) => median(visits.map(read));
  const seconds = (read: (visit: Visit) => number) => `${(middle(read) / 1000).toFixed(2)} s`;
  console.log(
    `${what.padEnd(18)} seen ${seconds(({ seen }) => seen)}  usable ${seconds(({ usable }) => usable)}  ` +
      `running ${seconds(({ running }) => running)}  ${middle(({ requests }) => requests)} files, ` +
      `${Math.round(middle(({ kilobytes }) => kilobytes))} kB`,
  );
}
