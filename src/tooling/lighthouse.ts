import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/*
 * `npm run lighthouse`: Lighthouse's mobile run of the public pages on the built server, the median of three each. Lighthouse is
 * fetched for the run alone: a newcomer's install does without its 140 MB.
 */

const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = 3;
const GOAL = 95;
const pages = process.argv.length > 2 ? process.argv.slice(2) : ['/', '/signup', '/login', '/terms', '/market', '/market/1'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const chromeFlags =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync';

type Report = {
  categories: Record<(typeof categories)[number], { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-lighthouse-'));
const port = await freePort();
const server = spawn('node', ['src/tooling/start.mjs', '--demo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', PUBLIC_URL: `http://localhost:${port}` },
});
let isBelowGoal = false;
try {
  await answers(`http://localhost:${port}/readyz`);
  for (const page of pages) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run++)
      reports.push(await measure(`http://localhost:${port}${page}`, join(folder, 'report.json')));
    const scores = categories.map((name) => median(reports.map((report) => (report.categories[name].score ?? 0) * 100)));
    const [lcp, cls, blocking] = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'].map((audit) =>
      median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN)),
    );
    isBelowGoal ||= scores.some((score) => score < GOAL);
    const named = categories.map((name, index) => `${name} ${Math.round(scores[index] ?? 0)}`).join('  ');
    console.log(
      `${page.padEnd(12)} ${named}  LCP ${Math.round(lcp ?? 0)} ms  CLS ${(cls ?? 0).toFixed(3)}  TBT ${Math.round(blocking ?? 0)} ms`,
    );
  }
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isBelowGoal ? 1 : 0;

async function measure(url: string, file: string): Promise<Report> {
  const parameters = [url, '--quiet', '--output=json', `--output-path=${file}`, `--only-categories=${categories.join(',')}`];
  await promisify(execFile)(
    'npm',
    ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', ...parameters, `--chrome-flags=${chromeFlags}`],
    {
      env: { ...process.env, CHROME_PATH: process.env.CHROME_PATH ?? '/usr/bin/chromium' },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return JSON.parse(await readFile(file, 'utf8'));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function answers(url: string): Promise<void> {
  // A build, on a slow machine, and the demo's seed.
  for (let attempt = 0; attempt < 900; attempt++) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not answer`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
