/*
 * Sends pending changes of all accounts with a session in this tab. One tab at a time sends, if the
 * browser supports locks; otherwise an entry's key makes the server apply it once. A permanent
 * refusal goes to the waiting screen, or stays in the list until the user decides. After a server
 * error an entry is retried with growing pauses, and others pass it.
 */

import { readToken, readUser } from '../session.ts';
import { changeEntry, dropEntry, loadEntries } from './entries.ts';
import {
  type Entry,
  findKind,
  isOver,
  LONGEST_WAIT_SECONDS,
  nextEntry,
  nextTry,
  type OwnerId,
  pauseAfter,
  queueName,
  readyEntries,
  type Settled,
  type Trouble,
} from './entry.ts';
import { readEntries, subscribe } from './mirror.ts';
import { type Attempt, refused, type Sender, trySending, tryTogether } from './try-sending.ts';

type OnSettled = (entry: Entry, settled: Settled) => unknown;

export type Outcome = Attempt & { isTaken?: boolean };
type Waiting = { isShown: () => boolean; end: (outcome: Outcome) => void };

/** From this number on, ready entries of one kind are sent in a single call. */
const TOGETHER_MIN = 20;
const TOGETHER_MAX = 500;

const listeners = new Set<OnSettled>();
const waiting = new Map<string, Set<Waiting>>();
const troubles = new Map<string, Trouble>();
/** Until then the connection is assumed dead, in milliseconds since 1970. */
let connectionRetryAt = 0;
let connectionFailures = 0;
let isFollowing = false;
let hasSent = false;
let tellSessionEnded = () => {};

/** `token` is null once the session has ended. */
type Owner = { id: OwnerId; token: string | null };

let readOther: () => Owner | null = () => null;

export function addOwner(read: () => Owner | null) {
  readOther = read;
}

function readOwners(): Owner[] {
  const [user, other] = [readUser(), readOther()];
  return [...(user ? [{ id: user.id, token: readToken() }] : []), ...(other ? [other] : [])];
}

/** Called before a sent entry is removed, and for refused ones. */
export function onEntrySettled(listener: OnSettled): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The attempt may happen in another tab. A waiting screen shows a refusal, if `isShown`. */
export function onAttempt(key: string, one: Waiting): () => void {
  const all = waiting.get(key) ?? new Set();
  waiting.set(key, all.add(one));
  return () => {
    all.delete(one);
    if (all.size === 0) waiting.delete(key);
  };
}

export function onSessionEnded(tell: () => void) {
  tellSessionEnded = tell;
}

export const hasSentHere = () => hasSent;

export async function sendEntries() {
  follow();
  connectionRetryAt = 0;
  for (const lane of lanes) lane.start();
  while (lanes.some(({ running }) => running))
    await Promise.all(lanes.map(({ running }) => running));
}

export function sendNow() {
  troubles.clear();
  return sendEntries();
}

function follow() {
  if (isFollowing) return;
  isFollowing = true;
  const again = () => void sendEntries();
  addEventListener('online', again);
  document.addEventListener('visibilitychange', again);
  // Another tab has sent an entry that a screen of this one waits for.
  subscribe(() => {
    const all = readOwners().flatMap(({ id }) =>
      readEntries(id).map((entry) => ({ entry, ownerId: id })),
    );
    for (const key of waiting.keys()) {
      const found = all.find(({ entry }) => entry.key === key);
      if (!found) endWaiting(key, { sent: null });
      else if (found.entry.refusal)
        void endRefused(found.entry, found.ownerId, refused(found.entry.refusal));
    }
  });
}

type Lane = { start: () => void; running: Promise<void> | null };

/** Entries without files don't wait until the photos before them are uploaded. */
const lanes = [
  createLane('', ({ fileCount }) => fileCount === 0),
  createLane(':files', ({ fileCount }) => fileCount > 0),
];

function createLane(name: string, isMine: (entry: Entry) => boolean): Lane {
  let isWantedAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lane: Lane = {
    running: null,
    start() {
      isWantedAgain = true;
      lane.running ??= run();
    },
  };
  // The next entry of a subject may be in the other lane.
  const onEnd = () => {
    for (const one of lanes) if (one !== lane) one.start();
  };
  async function run() {
    // `running` is set first.
    await null;
    try {
      while (isWantedAgain) {
        isWantedAgain = false;
        const retries = await Promise.all(
          readOwners().map(({ id }) =>
            alone(queueName(id) + name, () => sendAll(id, { isMine, onEnd })),
          ),
        );
        clearTimeout(timer);
        const againAt = Math.min(...retries.map((at) => at ?? Number.POSITIVE_INFINITY));
        if (againAt < Number.POSITIVE_INFINITY) timer = retryAt(againAt);
      }
    } finally {
      lane.running = null;
    }
  }
  return lane;
}

/** Other tabs wait for this lock, and continue when this tab is closed. */
const alone = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request(name, work) : work();

async function sendAll(
  ownerId: OwnerId,
  { isMine, onEnd }: { isMine: (entry: Entry) => boolean; onEnd: () => void },
): Promise<number | undefined> {
  await loadEntries(ownerId);
  for (;;) {
    // Another user may be logged in by now.
    const token = readOwners().find(({ id }) => id === ownerId)?.token;
    if (!token || !navigator.onLine) return undefined;
    const ready = readyEntries(readEntries(ownerId)).filter(isMine);
    const next = isOver(connectionRetryAt, Date.now())
      ? nextEntry(ready, troubles, Date.now())
      : undefined;
    if (!next) return nextTry(ready, troubles);
    if (!(await send(next, { ready, sender: { ownerId, token } }))) return undefined;
    onEnd();
  }
}

async function send(next: Entry, { ready, sender }: { ready: readonly Entry[]; sender: Sender }) {
  const alike = findKind(next.kind)?.loadTogether
    ? ready.filter(({ kind, tries }) => kind === next.kind && tries === 0).slice(0, TOGETHER_MAX)
    : [];
  if (next.tries > 0 || alike.length < TOGETHER_MIN)
    return settle(next, sender.ownerId, await trySending(next, sender));
  const attempts = await tryTogether(alike, sender);
  const isGoingOn = await Promise.all(
    attempts.map((attempt, at) => settle(alike[at] ?? next, sender.ownerId, attempt)),
  );
  return isGoingOn.every(Boolean);
}

async function settle(entry: Entry, ownerId: OwnerId, attempt: Attempt) {
  const { key } = entry;
  if ('sent' in attempt) {
    troubles.delete(key);
    connectionFailures = 0;
    hasSent = true;
    await Promise.all([...listeners].map((listener) => listener(entry, attempt)));
    if (await dropEntry(ownerId, key)) restAWhile(key);
  } else if ('refusal' in attempt) {
    troubles.delete(key);
    connectionFailures = 0;
    await endRefused(entry, ownerId, attempt);
    for (const listener of listeners) listener(entry, attempt);
  } else if ('isGone' in attempt) {
    troubles.delete(key);
  } else if (attempt.waitsFor === 'login') {
    if (ownerId === readUser()?.id) tellSessionEnded();
  } else {
    pause(key, attempt);
  }
  endWaiting(key, attempt);
  return !('waitsFor' in attempt && attempt.waitsFor === 'login');
}

async function endRefused(
  { key }: Entry,
  ownerId: OwnerId,
  attempt: Extract<Attempt, { refusal: unknown }>,
) {
  const screens = takeWaiting(key);
  const isTaken = screens.some(({ isShown }) => isShown());
  const { refusal } = attempt;
  const kept = await changeEntry(ownerId, key, (one) => (isTaken ? null : { ...one, refusal }));
  if (kept?.refusal === null) restAWhile(key);
  for (const { end } of screens) end({ ...attempt, isTaken });
}

function takeWaiting(key: string): Waiting[] {
  const screens = [...(waiting.get(key) ?? [])];
  waiting.delete(key);
  return screens;
}

function endWaiting(key: string, outcome: Outcome) {
  for (const { end } of takeWaiting(key)) end(outcome);
}

function pause(
  key: string,
  { waitsFor, pauseSeconds }: { waitsFor: 'connection' | 'server'; pauseSeconds: number },
) {
  const failures = (troubles.get(key)?.failures ?? 0) + 1;
  const endOf = (seconds: number) => Date.now() + seconds * 1000;
  const isOffline = waitsFor === 'connection';
  // An extra pause would delay the entry once the connection is back.
  troubles.set(key, {
    failures,
    againAt: isOffline ? 0 : endOf(pauseSeconds || pauseAfter(failures)),
  });
  if (isOffline) connectionRetryAt = endOf(pauseAfter(++connectionFailures));
}

/**
 * The device is full, so the result could not be stored. The pause prevents sending the entry again
 * and again.
 */
const restAWhile = (key: string) =>
  troubles.set(key, { failures: 1, againAt: Date.now() + (LONGEST_WAIT_SECONDS - 1) * 1000 });

function retryAt(againAt: number): ReturnType<typeof setTimeout> {
  const wait = Math.max(againAt, connectionRetryAt) - Date.now();
  return setTimeout(() => void sendEntries(), Math.min(wait, LONGEST_WAIT_SECONDS * 1000));
}
