/*
 * `npm run weak-line`: server-rendered pages on a slow phone with a weak connection, the median of
 * five visits. "Seen" is the first frame with a product; "running" is when the page handles clicks
 * itself. Only the page's own requests are slowed down, so a second visit counts only if everything
 * came from the cache. The machine must be idle otherwise.
 */

import { type BrowserContext, chromium } from 'playwright';
import { demoLogins } from '#demo/logins.ts';
import { CHROMIUM, median, startMeasuredDemo } from './measured-demo.ts';

const VISITS = Number(process.env.VISITS ?? 5);
const LATENCY_MILLISECONDS = 400;
const BYTES_PER_SECOND = 400_000 / 8;
const CPU_SLOWDOWN = 4;
const pages = process.argv.length > 2 ? process.argv.slice(2) : ['/market', '/market/1'];

/** A string, because tsx compiles functions to code that calls a helper missing in the page. */
const MARK_PAINTS = `new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) performance.mark('largest-paint', { startTime });
}).observe({ type: 'largest-contentful-paint', buffered: true });
(function look() {
  const product = document.querySelector('main article, main ul li img') ?? document.querySelector('main h1 + p');
  if (product?.getBoundingClientRect().height) performance.mark('product-seen');
  else requestAnimationFrame(look);
})()`;

/** In milliseconds since the page was requested. */
type Visit = {
  seen: number;
  largest: number;
  running: number;
  kilobytes: number;
  requests: number;
  isFromWorker: boolean;
};
const START = '/start';

const { url, stop } = await startMeasuredDemo();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
try {
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
    printAgain(page, second);
  }
  if (process.argv.length === 2) {
    printAgain(START, await openInstalled(CPU_SLOWDOWN));
    printAgain(`${START}, full speed`, await openInstalled(1));
  }
} finally {
  await browser.close();
  await stop();
}

async function openInstalled(cpuSlowdown: number): Promise<Visit[]> {
  const visits: Visit[] = [];
  const { token, user } = await logIn();
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await phone();
    await context.addInitScript(
      (entries) => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
      },
      { authToken: token, userType: 'farmer', userData: JSON.stringify(user) },
    );
    await measure(context, url + START);
    await appKept(context, url);
    visits.push(await measure(context, url + START, cpuSlowdown));
    await context.close();
  }
  return visits;
}

type LoggedIn = { token: string; user: object };

async function logIn(): Promise<LoggedIn> {
  const { farmer: email, password } = demoLogins;
  await post('farmer/verify-credentials', { email, password });
  await post('send-otp', { email, purpose: 'login' });
  const mailbox = await (await fetch(`${url}/demo/mailbox?to=${encodeURIComponent(email)}`)).text();
  const otp = /class="code">(\d{6})</.exec(mailbox)?.[1] ?? '';
  return (await post('verify-otp', { email, otp, purpose: 'login' })) as LoggedIn;
}

async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function phone(): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  await context.addInitScript({ content: MARK_PAINTS });
  return context;
}

/** Its requests are not slowed down here. */
async function appKept(context: BrowserContext, address: string) {
  const page = await context.newPage();
  await page.goto(`${address}/favicon.svg`);
  await page.waitForFunction(
    async () => {
      const names = await caches.keys();
      const files = await Promise.all(
        names.map(async (name) => (await caches.open(name)).match('/art/moments/paid.svg')),
      );
      return files.some(Boolean);
    },
    null,
    { timeout: 60_000, polling: 500 },
  );
  await page.close();
}

async function measure(
  context: BrowserContext,
  address: string,
  cpuSlowdown = CPU_SLOWDOWN,
): Promise<Visit> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MILLISECONDS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(address, { waitUntil: 'commit' });
  // A page that the browser renders has no such mark; its scripts have run once it is rendered.
  const lastMark = address.endsWith(START) ? 'product-seen' : 'page-running';
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, lastMark);
  // A dashboard's event stream never ends.
  if (!address.endsWith(START)) await page.waitForLoadState('networkidle');
  // The worker is registered when the page is idle.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const entries: Entry[] = await page.evaluate(() =>
    performance.getEntries().map((entry) => entry.toJSON()),
  );
  // A page caches its answers when it is left.
  await page.goto('about:blank');
  await page.close();
  return visitOf(entries);
}

type Entry = {
  name: string;
  entryType: string;
  startTime: number;
  workerStart?: number;
  responseEnd?: number;
  transferSize?: number;
};

function visitOf(entries: Entry[]): Visit {
  const at = (mark: string) => entries.find(({ name }) => name === mark)?.startTime;
  const seen = Math.max(
    at('first-contentful-paint') ?? Number.NaN,
    at('product-seen') ?? Number.NaN,
  );
  const largest = Math.max(
    ...entries.filter(({ name }) => name === 'largest-paint').map(({ startTime }) => startTime),
  );
  const running = at('page-running') ?? seen;
  const before = entries.filter(
    ({ responseEnd = Number.POSITIVE_INFINITY }) => responseEnd <= running,
  );
  const sizes = before.map(({ transferSize = 0 }) => transferSize).filter((size) => size > 0);
  return {
    seen,
    largest,
    running,
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    requests: sizes.length,
    isFromWorker: before.every((entry) => !isOfApp(entry) || isKept(entry)),
  };
}

function isOfApp({ entryType, name }: Entry) {
  return entryType === 'navigation' || (entryType === 'resource' && name.includes('/assets/'));
}

function isKept({ workerStart = 0, transferSize = 0 }: Entry) {
  return workerStart > 0 && transferSize === 0;
}

/** Throws if a page or its files came from the network, which was not slow for the worker. */
function printAgain(page: string, visits: Visit[]) {
  if (!visits.every(({ isFromWorker }) => isFromWorker))
    throw new Error(`${page} did not come from what is kept`);
  print(`${page}, again`, visits);
}

function print(what: string, visits: Visit[]) {
  const middle = (read: (visit: Visit) => number) => median(visits.map(read));
  const seconds = (read: (visit: Visit) => number) => `${(middle(read) / 1000).toFixed(2)} s`;
  console.log(
    `${what.padEnd(26)} seen ${seconds(({ seen }) => seen)}  ` +
      `largest paint ${seconds(({ largest }) => largest)}  ` +
      `running ${seconds(({ running }) => running)}  ${middle(({ requests }) => requests)} files, ` +
      `${Math.round(middle(({ kilobytes }) => kilobytes))} kB`,
  );
}
