/*
 * Takes time, chance and the network away from this process, also from its libraries: a library
 * that reads the clock by itself, such as that of the rate limits, sees the simulated time. Call
 * `isolateProcess` before any other module is loaded. Passwords are the one exception: their hashes
 * use a salt of native code, so simulated people have no password.
 */

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { createRandom, type Random } from '#demo/make-market.ts';

type Host = (request: Request) => Promise<Response>;

export const outside = {
  now: 0,
  random: createRandom(0),
  hosts: new Map<string, Host>(),
};

export function forkRandom(seed: number, name: string): Random {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${seed} ${name}`))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return createRandom(hash);
}

const DEADLINE_MILLISECONDS = 1000;

export function isolateProcess() {
  const RealDate = Date;
  const now = () => outside.now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [outside.now], made),
    apply: () => new RealDate(outside.now).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  Object.defineProperty(performance, 'now', { value: now });
  Math.random = () => outside.random.next();
  isolateCrypto();
  isolateTimers();
  globalThis.fetch = async (address, init) => {
    const request = new Request(address, init);
    const { host } = new URL(request.url);
    const answer = outside.hosts.get(host);
    if (!answer) throw new Error(`The simulation has no host ${host}`);
    return answer(request);
  };
}

function isolateCrypto() {
  const randomBytes = (size: number) => {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at += 1) bytes[at] = outside.random.between(0, 255);
    return bytes;
  };
  const randomInt = (...bounds: number[]) => {
    const [least, end] = bounds.length > 1 ? bounds : [0, ...bounds];
    return outside.random.between(least ?? 0, (end ?? 1) - 1);
  };
  const randomUUID = () =>
    randomBytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  // syncBuiltinESMExports changes the named imports of all modules with it.
  Object.assign(crypto, { randomBytes, randomInt, randomUUID });
}

function isolateTimers() {
  const realTimeout = globalThis.setTimeout;
  const never = { ref: () => never, unref: () => never, hasRef: () => false, refresh: () => never };
  const timeout = (run: () => void, milliseconds = 0, ...given: []) =>
    milliseconds < DEADLINE_MILLISECONDS ? realTimeout(run, milliseconds, ...given) : never;
  globalThis.setTimeout = timeout as unknown as typeof setTimeout;
  const realPause = timers.setTimeout;
  const pause: typeof realPause = (milliseconds = 0, ...given) =>
    milliseconds < DEADLINE_MILLISECONDS
      ? realPause(milliseconds, ...given)
      : new Promise(() => {});
  Object.assign(timers, { setTimeout: pause });
  syncBuiltinESMExports();
}
