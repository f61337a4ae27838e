/*
 * Sends pending changes. Only one tab at a time sends, if the browser supports locks. Without locks
 * two tabs may send the same entry, but its key makes the server apply it once. A permanent refusal
 * stays in the list with its message until the user decides. After a server error an entry is
 * retried with growing pauses, and other entries pass it. While offline everything waits.
 */
import { getUntypedClient, isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#app/server/app-router.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '../client/failure.ts';
import { rpc } from '../client/rpc.ts';
import { readToken, readUser } from '../session/session.ts';
import { changeEntry, dropEntry, findFiles, loadEntries, noteSending } from './entries.ts';
import { type Entry, queueName, type Refusal } from './entry.ts';
import { callOf, findKind, isNotSent, notSent, type Sending } from './kinds.ts';
import { readEntries, subscribe } from './mirror.ts';
import {
  isOver,
  LONGEST_WAIT_SECONDS,
  nextEntry,
  nextTry,
  pauseAfter,
  type Trouble,
} from './next-entry.ts';

/** The result of an entry: the server's answer, or why it was refused. */
export type Settled = { sent: unknown } | { refusal: Refusal };
type OnSettled = (entry: Entry, settled: Settled) => unknown;

/** A request without files that has no response by then has lost its connection. */
const ANSWER_MILLISECONDS = 60_000;

const listeners = new Set<OnSettled>();
const troubles = new Map<string, Trouble>();
/** Until then the connection is assumed dead, in milliseconds since 1970. */
let lineAgainAt = 0;
let lineFailures = 0;
let isFollowing = false;
let isSending = false;
let isWantedAgain = false;
let hasSent = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls the listener for each entry that was sent, before it is removed, or that was refused.
 * @returns a function that ends the subscription
 */
export function onEntrySettled(listener: OnSettled): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether anything was sent since this page was loaded. */
export const hasSentHere = (): boolean => hasSent;

/** Sends the logged-in user's pending changes. Failed ones are retried automatically. */
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

/** Sends them without waiting for the pauses after failures. */
export function sendNow(): Promise<void> {
  troubles.clear();
  return sendEntries();
}

/** Retries when the connection is back, and when the page becomes visible again. */
function followConnection() {
  if (isFollowing) return;
  isFollowing = true;
  const again = () => void sendEntries();
  addEventListener('online', again);
  document.addEventListener('visibilitychange', again);
}

/** Other tabs wait for this lock, and continue when this tab is closed. */
const alone = (userId: number, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(queueName(userId), work) : work();

async function sendAll(userId: number) {
  await loadEntries(userId);
  for (;;) {
    const [user, token] = [readUser(), readToken()];
    // Another user may be logged in by now.
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

/** @returns whether to continue with the next entry */
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
    // Without an extra pause, so that the entry is sent as soon as the connection is back.
    troubles.set(key, {
      failures,
      againAt: isLine ? 0 : pause(outcome.pauseSeconds || pauseAfter(failures)),
    });
    if (isLine) lineAgainAt = pause(pauseAfter(++lineFailures));
  }
  return true;
}

/**
 * The result could not be stored, because the device is full. The pause prevents sending the entry
 * again and again.
 */
const restAWhile = (key: string) =>
  troubles.set(key, { failures: 1, againAt: Date.now() + (LONGEST_WAIT_SECONDS - 1) * 1000 });

/** Schedules a retry for the end of the first pause. */
function scheduleNext(entries: readonly Entry[]) {
  clearTimeout(timer);
  const againAt = nextTry(entries, troubles);
  if (againAt === undefined) return;
  const wait = Math.max(againAt, lineAgainAt) - Date.now();
  timer = setTimeout(() => void sendEntries(), Math.min(wait, LONGEST_WAIT_SECONDS * 1000));
}

/** `waitsFor`: the missing condition. With 'server', other entries may be sent in the meantime. */
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
  let current = entry;
  const isThere = () => readEntries(userId).some((one) => one.key === key);
  // If the user deletes the entry while it is being sent, the upload of its photos is aborted.
  const unfollow = subscribe(() => !isThere() && giveUp.abort());
  const kind = findKind(entry.kind);
  try {
    const send = (await kind?.loadSend?.().catch(() => 'unreachable' as const)) ?? sendCall;
    if (send === 'unreachable') return { waitsFor: 'line', pauseSeconds: 0 };
    if (!kind) return { refusal: { sentence: m.queueUnknownKind(), code: null, facts: {} } };
    // From now on the server may have received it, so its input must not change.
    const tried = await changeEntry(userId, key, (one) => ({ ...one, tries: one.tries + 1 }));
    // Deleted in the meantime, here or in another tab.
    if (!tried) return { isGone: true };
    current = tried;
    if (entry.fileCount > 0) {
      clearTimeout(patience);
      noteSending(userId, { key, percent: 0 });
    }
    const onProgress = (percent: number) => noteSending(userId, { key, percent });
    const files = () => findFiles(userId, key);
    const sending = { token, files, onProgress, signal: giveUp.signal };
    return { sent: await (callOf(current) ? sendCall : send)(current, sending) };
  } catch (error) {
    if (!isThere()) return { isGone: true };
    const outcome = judge(readFailed(error));
    const wasDone =
      'refusal' in outcome &&
      current.tries > 1 &&
      kind?.wasDone?.(outcome.refusal, current.input) === true;
    return wasDone ? { sent: null } : outcome;
  } finally {
    clearTimeout(patience);
    unfollow();
    if (entry.fileCount > 0) noteSending(userId, null);
  }
}

async function sendCall(entry: Entry, { token, signal }: Sending): Promise<unknown> {
  const call = callOf(entry);
  if (!call) throw notSent(m.queueUnknownKind(), { status: GONE });
  const options = { context: { idempotencyKey: entry.key, token }, signal };
  return getUntypedClient(rpc).mutation(call.path, call.input, options);
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
    facts: data?.facts ?? {},
    isLineLost: isConnectionLost || isAborted,
    retryAfterSeconds,
  };
}

/** Whether a failed entry is refused permanently or stays pending. */
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
const GONE = 410;
const TOO_MANY_REQUESTS = 429;
