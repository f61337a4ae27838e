import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { nightlySpecs } from '#tests/sets.ts';
import { findBrowser, findHeadlessShell } from './find-browser.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const LONGEST = 'trade-together.spec.ts';
/** Pushes and passkeys. Specs with a fake microphone or camera take the browser of `use` too. */
const WHOLE_BROWSER = ['**/push*.spec.ts', '**/desk*.spec.ts'];
const leftOut = process.env.TEST_SET === 'merge' ? nightlySpecs.map((spec) => `**/${spec}`) : [];
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const inShell = { launchOptions: { executablePath: findHeadlessShell(), args } };

export default defineConfig({
  testDir: path('.'),
  outputDir: path('../../test-results'),
  globalSetup: path('./global-setup.ts'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // On a busy machine a browser may be too slow for a timeout; such a test is retried once and
  // listed as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    // One test takes as long as ten others; started last, it would run alone.
    { name: 'longest', testMatch: LONGEST, use: inShell },
    { name: 'whole browser', testMatch: WHOLE_BROWSER, testIgnore: leftOut },
    { name: 'others', testIgnore: [LONGEST, ...WHOLE_BROWSER, ...leftOut], use: inShell },
  ],
  use: {
    // Only tests of the service worker allow it; in others it would mix cached answers into theirs.
    serviceWorkers: 'block',
    // The global setup sets this before a worker reads it.
    baseURL: process.env.E2E_BASE_URL ?? 'http://127.0.0.1',
    // Endless animations are drawn by the CPU here and would slow down the tests.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    launchOptions: { executablePath: findBrowser(), args },
  },
});
