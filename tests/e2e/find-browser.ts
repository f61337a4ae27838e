import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const onThisMachine = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'brave-browser',
].flatMap((name) => [`/usr/bin/${name}`, `/usr/local/bin/${name}`, `/snap/bin/${name}`]);
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const onAMac = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Debian's Chromium without a window, which needs a third less of the processor. It has no pushes,
 * no passkeys and no microphone. CHROMIUM_PATH takes precedence over it.
 */
export const findHeadlessShell = (): string =>
  !process.env.CHROMIUM_PATH && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findBrowser();

/** Playwright's own Chromium if it is installed, otherwise a browser found on the machine. */
export function findBrowser(): string {
  const found = [
    process.env.CHROMIUM_PATH ?? '',
    chromium.executablePath(),
    ...onThisMachine,
    ...onAMac,
  ].find((path) => path !== '' && existsSync(path));
  if (found) return found;
  throw new Error(
    'The browser tests need a Chromium: install one (apt-get install chromium, or npx playwright install chromium), or set CHROMIUM_PATH.',
  );
}
