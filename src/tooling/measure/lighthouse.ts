import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routeNames, routes } from '#platform/rules/routes.ts';
import { CHROMIUM, median, startMeasuredDemo } from './measured-demo.ts';

/*
 * `npm run lighthouse`: the mobile run on the built server, the median of three. Lighthouse is
 * downloaded only for the run, because it has 140 MB.
 */

const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = 3;
/** Lighthouse fails occasionally (NO_NAVSTART). */
const TRIES = 4;
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
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync';

type Report = {
  categories: Record<(typeof categories)[number], { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

const { url, folder, stop } = await startMeasuredDemo();
let isBelowGoal = false;
try {
  for (const page of pages) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run++) {
      const report = await measure(url + page, join(folder, 'report.json'));
      if (report) reports.push(report);
    }
    if (reports.length === 0) {
      isBelowGoal = true;
      console.log(`${page.padEnd(16)} could not be measured`);
      continue;
    }
    const scores = categories.map((name) =>
      median(reports.map((report) => (report.categories[name].score ?? 0) * 100)),
    );
    const [lcp, cls, blocking] = [
      'largest-contentful-paint',
      'cumulative-layout-shift',
      'total-blocking-time',
    ].map((audit) =>
      median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN)),
    );
    isBelowGoal ||= scores.some((score) => score < GOAL);
    const named = categories
      .map((name, index) => `${name} ${Math.round(scores[index] ?? 0)}`)
      .join('  ');
    console.log(
      `${page.padEnd(16)} ${named}  LCP ${Math.round(lcp ?? 0)} ms  CLS ${(cls ?? 0).toFixed(3)}  TBT ${Math.round(blocking ?? 0)} ms` +
        (reports.length < RUNS ? `  (${reports.length} of ${RUNS} runs)` : ''),
    );
  }
} finally {
  await stop();
}
process.exitCode = isBelowGoal ? 1 : 0;

async function measure(url: string, file: string): Promise<Report | null> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      await rm(file, { force: true });
      await runLighthouse(url, file);
      const report: Report & { runtimeError?: { code: string } } = JSON.parse(
        await readFile(file, 'utf8'),
      );
      if (!report.runtimeError) return report;
      console.error(`${url}: ${report.runtimeError.code}, attempt ${attempt} of ${TRIES}`);
    } catch (error) {
      const [reason] = String(error instanceof Error ? error.message : error)
        .split('\n')
        .slice(-2);
      console.error(`${url}: ${reason}, attempt ${attempt} of ${TRIES}`);
    }
  }
  return null;
}

async function runLighthouse(url: string, file: string): Promise<void> {
  const parameters = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join(',')}`,
  ];
  await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      ...parameters,
      `--chrome-flags=${chromeFlags}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: CHROMIUM },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
}
