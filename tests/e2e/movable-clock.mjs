/*
 * Loaded into a server before anything else. Sets its clock ahead of the real one by the number of
 * seconds in the file named by E2E_CLOCK_FILE, so that a test need not wait for what happens a
 * minute later.
 */
import { readFileSync } from 'node:fs';

const LOOK_MILLISECONDS = 100;

const realNow = Date.now;
let aheadMilliseconds = 0;

setInterval(() => {
  aheadMilliseconds = Number(readFileSync(process.env.E2E_CLOCK_FILE, 'utf8')) * 1000;
}, LOOK_MILLISECONDS).unref();

Date.now = () => realNow() + aheadMilliseconds;
globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given, target) =>
    Reflect.construct(RealDate, given.length > 0 ? given : [RealDate.now()], target),
});
