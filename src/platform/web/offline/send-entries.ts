/*
 * Sends what waits. One tab at a time does it, where the browser can tell; two that send the same
 * entry send it once all the same, by its key. What the server refuses for good stays with its
 * sentence until the person decides. An entry that the server fails at is tried again with growing
 * pauses while others pass it. Without a line everything waits.
 */
import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#app/server/app-router.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '../client/failure.ts';
import { readToken, readUser } from '../session/session.ts';
import { changeEntry, dropEntry, findFiles, loadEntries, noteSending } from './entries.ts';
import { type Entry, queueName, type Refusal } from './entry.ts';
import { factsOf, isNotSent, loadKind } from './kinds.ts';
import { readEntries, subscribe } from './mirror.ts';
import {
  isOver,
  LONGEST_WAIT_SECONDS,
  nextEntry,
  nextTry,
  pauseAfter,
  type Trouble,
} from './next-entry.ts';

/** What became of an entry: the server's answer, or why it does not take it. */
export type Settled = { sent: unknown } | { refusal: Refusal };
type OnSettled = (entry: Entry, settled: Settled) => unknown;

/** A request without files that has no answer by then has lost its line. */
const ANSWER_MILLISECONDS = 60_000;

const listeners = new Set<OnSettled>();
const troubles = new Map<string, Trouble>();
/** Until then the line is taken for dead, in milliseconds since 1970. */
let lineAgainAt = 0;
let lineFailures = 0;
let isFollowing = false;
let isSending = false;
let isWantedAgain = false;
let hasSent = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls a page for every entry that has gone, before it stops waiting, or was refused. @returns a
 * function that ends it
 */
export function onEntrySettled(listener: OnSettled): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether something has gone since this page was loaded. */
export const hasSentHere = (): boolean => hasSent;

/**
 * Sends what the person who is logged in has waiting. What could not be sent is tried again by
 * itself.
 */
export async function sendEntries(): Promise<void> {
  followConnection();
  lineAgainAt = 0;
  isWantedAgain = true;
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  try {
    while (isWantedAgain) {
      isWantedAgain = false;
      const user = readUser();
      if (user) await alone(user.id, () => sendAll(user.id));
    }
  } finally {
    isSending = false;
  }
}

/** Sends them without the pauses that failures have earned. */
export function sendNow(): Promise<void> {
  troubles.clear();
  return sendEntries();
}

/** Tries again when the connection is back, and when the person looks at the page again. */
function followConnection() {
  if (isFollowing) return;
  isFollowing = true;
  const again = () => void sendEntries();
  addEventListener('online', again);
  document.addEventListener('visibilitychange', again);
}

/** The other tabs wait for their turn, and go on when this one is closed. */
const alone = (userId: number, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(queueName(userId), work) : work();

async function sendAll(userId: number) {
  await loadEntries(userId);
  for (;;) {
    const [user, token] = [readUser(), readToken()];
    // Whoever is logged in by now.
    if (user?.id !== userId || !token || !navigator.onLine) return;
    const entries = readEntries(userId);
    const next = isOver(lineAgainAt, Date.now())
      ? nextEntry(entries, troubles, Date.now())
      : undefined;
    if (!next) return scheduleNext(entries);
    const outcome = await trySending(next, { userId, token });
    if (!(await settle(next, { userId, outcome }))) return;
  }
}

/** @returns whether to go on with the next */
async function settle(
  entry: Entry,
  { userId, outcome }: { userId: number; outcome: Outcome },
): Promise<boolean> {
  const { key } = entry;
  if ('sent' in outcome) {
    troubles.delete(key);
    lineFailures = 0;
    hasSent = true;
    await Promise.all([...listeners].map((listener) => listener(entry, outcome)));
    if (await dropEntry(userId, key)) restAWhile(key);
  } else if ('refusal' in outcome) {
    troubles.delete(key);
    const kept = await changeEntry(userId, key, (one) => ({ ...one, refusal: outcome.refusal }));
    if (kept?.refusal === null) restAWhile(key);
    for (const listener of listeners) listener(entry, outcome);
  } else if ('isGone' in outcome) {
    troubles.delete(key);
  } else if (outcome.waitsFor === 'login') {
    return false;
  } else {
    const failures = (troubles.get(key)?.failures ?? 0) + 1;
    const pause = (seconds: number) => Date.now() + seconds * 1000;
    const isLine = outcome.waitsFor === 'line';
    // When the line is back nothing waits for longer.
    troubles.set(key, {
      failures,
      againAt: isLine ? 0 : pause(outcome.pauseSeconds || pauseAfter(failures)),
    });
    if (isLine) lineAgainAt = pause(pauseAfter(++lineFailures));
  }
  return true;
}

/**
 * What became of it could not be written, because the device is full: it is not sent again at once,
 * and again.
 */
const restAWhile = (key: string) =>
  troubles.set(key, { failures: 1, againAt: Date.now() + (LONGEST_WAIT_SECONDS - 1) * 1000 });

/** Tries again by itself when the first pause is over. */
function scheduleNext(entries: readonly Entry[]) {
  clearTimeout(timer);
  const againAt = nextTry(entries, troubles);
  if (againAt === undefined) return;
  const wait = Math.max(againAt, lineAgainAt) - Date.now();
  timer = setTimeout(() => void sendEntries(), Math.min(wait, LONGEST_WAIT_SECONDS * 1000));
}

/** `waitsFor`: what has to be there again. 'server' means that others may go meanwhile. */
type Outcome =
  | Settled
  | { isGone: true }
  | { waitsFor: 'login' }
  | { waitsFor: 'line' | 'server'; pauseSeconds: number };

async function trySending(
  entry: Entry,
  { userId, token }: { userId: number; token: string },
): Promise<Outcome> {
  const { key } = entry;
  const giveUp = new AbortController();
  const patience = setTimeout(() => giveUp.abort(), ANSWER_MILLISECONDS);
  const isThere = () => readEntries(userId).some((one) => one.key === key);
  // Whoever deletes it while it is being sent does not wait for the rest of its photos.
  const unfollow = subscribe(() => !isThere() && giveUp.abort());
  try {
    const kind = await loadKind(entry.kind).catch(() => 'unreachable' as const);
    if (kind === 'unreachable') return { waitsFor: 'line', pauseSeconds: 0 };
    if (!kind) return { refusal: { sentence: m.queueUnknownKind(), code: null, facts: {} } };
    // From now on the server may have it, so that its input stays as it is.
    const current = await changeEntry(userId, key, (one) => ({ ...one, tries: one.tries + 1 }));
    // Deleted meanwhile, here or in another tab.
    if (!current) return { isGone: true };
    if (entry.fileCount > 0) {
      clearTimeout(patience);
      noteSending(userId, { key, percent: 0 });
    }
    const onProgress = (percent: number) => noteSending(userId, { key, percent });
    return {
      sent: await kind.send(current, {
        token,
        files: () => findFiles(userId, key),
        onProgress,
        signal: giveUp.signal,
      }),
    };
  } catch (error) {
    return isThere() ? judge(readFailed(error)) : { isGone: true };
  } finally {
    clearTimeout(patience);
    unfollow();
    if (entry.fileCount > 0) noteSending(userId, null);
  }
}

type Failed = Refusal & { status: number; isLineLost: boolean; retryAfterSeconds: number };

function readFailed(error: unknown): Failed {
  if (isNotSent(error)) {
    const { status, message, retryAfterSeconds } = error;
    return {
      status,
      code: null,
      sentence: message,
      facts: {},
      isLineLost: status === 0,
      retryAfterSeconds,
    };
  }
  const { code, message, isConnectionLost, retryAfterSeconds } = readFailure(error);
  const data = isTRPCClientError<AppRouter>(error) ? error.data : null;
  const isAborted = isTRPCClientError(error) && error.cause?.name === 'AbortError';
  return {
    status: data?.httpStatus ?? 0,
    code,
    sentence: message ?? '',
    facts: factsOf(error),
    isLineLost: isConnectionLost || isAborted,
    retryAfterSeconds,
  };
}

/** Whether an entry that failed is refused for good or waits. */
function judge({ status, code, sentence, facts, isLineLost, retryAfterSeconds }: Failed): Outcome {
  if (status === UNAUTHORIZED) return { waitsFor: 'login' };
  const isTooMany = status === TOO_MANY_REQUESTS;
  const isFinal = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT && !isTooMany;
  if (isFinal || (isTooMany && retryAfterSeconds > LONGEST_WAIT_SECONDS)) {
    return { refusal: { sentence: sentence || m.queueFailed(), code, facts } };
  }
  return { waitsFor: isLineLost ? 'line' : 'server', pauseSeconds: retryAfterSeconds };
}

const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
