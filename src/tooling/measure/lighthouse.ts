/*
 * `npm run lighthouse`: the mobile run on the built server, the median of three. Lighthouse's own
 * runner repeats a run that failed. It is downloaded only for this, because it has 165 MB.
 */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeNames, routes } from '#rules/routes.ts';
import { CHROMIUM, median, startMeasuredDemo } from './measured-demo.ts';

const RUNNER = '@lhci/cli@0.15.1';
const RUNS = 3;
const GOAL = 95;
const everyPage = [
  ...routeNames
    .map((name) => routes[name])
    .flatMap(({ path, crawlers }) => (crawlers === 'listed' ? [path] : [])),
  ...['/market/1', '/farm/1', '/prices/tomato'],
];
const pages = process.argv.length > 2 ? process.argv.slice(2) : everyPage;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const chromeFlags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync';

type Report = {
  requestedUrl: string;
  categories: Record<(typeof categories)[number], { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

const { url, folder, stop } = await startMeasuredDemo();
try {
  execFileSync(
    'npm',
    [
      ...['exec', '--yes', `--package=${RUNNER}`, '--', 'lhci', 'collect'],
      ...pages.map((page) => `--url=${url}${page}`),
      `--numberOfRuns=${RUNS}`,
      `--settings.onlyCategories=${categories.join(',')}`,
      `--settings.chromeFlags=${chromeFlags}`,
    ],
    { cwd: folder, stdio: 'inherit', env: { ...process.env, CHROME_PATH: CHROMIUM } },
  );
  const results = join(folder, '.lighthouseci');
  const reports = readdirSync(results)
    .filter((name) => /^lhr-.*\.json$/.test(name))
    .map((name): Report => JSON.parse(readFileSync(join(results, name), 'utf8')));
  for (const page of pages) print(page, reports);
} finally {
  await stop();
}

function print(page: string, reports: Report[]) {
  const own = reports.filter(({ requestedUrl }) => requestedUrl === url + page);
  const middle = (read: (report: Report) => number | null | undefined) =>
    median(own.map((report) => read(report) ?? Number.NaN));
  const scores = categories.map((name) => 100 * middle((report) => report.categories[name].score));
  if (!scores.every((score) => score >= GOAL)) process.exitCode = 1;
  const [lcp, cls, tbt] = [
    'largest-contentful-paint',
    'cumulative-layout-shift',
    'total-blocking-time',
  ].map((audit) => middle((report) => report.audits[audit]?.numericValue));
  const named = categories.map((name, index) => `${name} ${Math.round(scores[index] ?? 0)}`);
  console.log(
    `${page.padEnd(16)} ${named.join('  ')}  LCP ${Math.round(lcp ?? 0)} ms  CLS ${cls?.toFixed(3)}  TBT ${Math.round(tbt ?? 0)} ms`,
  );
}
