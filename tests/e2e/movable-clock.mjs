/*
 * Loaded into a server before anything else. Sets its clock ahead of the real one by the number of
 * seconds in the file named by E2E_CLOCK_FILE, so that a test need not wait for what happens a
 * minute later. It copies the number to a second file once the clock has it.
 */

import { readFileSync, writeFileSync } from 'node:fs';

const LOOK_MILLISECONDS = 100;

const realNow = Date.now;
const file = process.env.E2E_CLOCK_FILE;
let aheadMilliseconds = 0;
let known = '';

setInterval(() => {
  const seconds = readFileSync(file, 'utf8');
  // The file is empty for a moment while it is written.
  if (seconds === '' || seconds === known) return;
  known = seconds;
  aheadMilliseconds = Number(seconds) * 1000;
  writeFileSync(`${file}.known`, seconds);
}, LOOK_MILLISECONDS).unref();

Date.now = () => realNow() + aheadMilliseconds;
globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given, target) =>
    Reflect.construct(RealDate, given.length > 0 ? given : [RealDate.now()], target),
});
