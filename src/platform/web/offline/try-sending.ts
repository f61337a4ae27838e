/* Decides from the answer whether an entry was sent, is refused or stays pending. */

import { getUntypedClient, isTRPCClientError, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '#platform/contract.ts';
import { m } from '#text';
import { readFailure, rpc } from '../rpc.ts';
import { changeEntry, findFiles, noteSending } from './entries.ts';
import {
  ANSWER_MILLISECONDS,
  callOf,
  type Entry,
  findKind,
  isNotSent,
  LONGEST_WAIT_SECONDS,
  notSent,
  type OwnerId,
  type Refusal,
  type Sending,
  withDeadline,
} from './entry.ts';
import { readEntries, subscribe } from './mirror.ts';

/**
 * `waitsFor: 'server'`: other entries may be sent meanwhile. `hasFailed`: the server answered 500.
 */
export type Attempt =
  | { sent: unknown }
  | { refusal: Refusal; error: unknown }
  | { isGone: true }
  | { waitsFor: 'login' }
  | { waitsFor: 'connection' | 'server'; pauseSeconds: number; hasFailed?: boolean };

export type Sender = { ownerId: OwnerId; token: string };

export async function trySending(entry: Entry, { ownerId, token }: Sender): Promise<Attempt> {
  const { key } = entry;
  const giveUp = new AbortController();
  const patience = setTimeout(() => giveUp.abort(), ANSWER_MILLISECONDS);
  let current = entry;
  const isThere = () => readEntries(ownerId).some((one) => one.key === key);
  // If the user deletes the entry meanwhile, the upload of its photos is aborted.
  const unfollow = subscribe(() => !isThere() && giveUp.abort());
  const kind = findKind(entry.kind);
  try {
    const send = (await kind?.loadSend?.().catch(() => 'unreachable' as const)) ?? sendCall;
    if (send === 'unreachable') return { waitsFor: 'connection', pauseSeconds: 0 };
    if (!kind) return refused({ sentence: m.queueUnknownKind(), code: null, facts: {} });
    const tried = await countTry(entry, ownerId);
    if (!tried) return { isGone: true };
    current = tried;
    if (entry.fileCount > 0) {
      clearTimeout(patience);
      noteSending(ownerId, { key, percent: 0 });
    }
    const onProgress = (percent: number) => noteSending(ownerId, { key, percent });
    const files = () => findFiles(ownerId, key);
    const sending = { token, files, onProgress, signal: giveUp.signal };
    return { sent: await (callOf(current) ? sendCall : send)(current, sending) };
  } catch (error) {
    if (!isThere()) return { isGone: true };
    return withoutRepetition(judge(error), current);
  } finally {
    clearTimeout(patience);
    unfollow();
    if (entry.fileCount > 0) noteSending(ownerId, null);
  }
}

/** From now on the server may have received the entry, so its input must not change. */
const countTry = ({ key }: Entry, ownerId: OwnerId) =>
  changeEntry(ownerId, key, (one) => ({ ...one, tries: one.tries + 1 }));

/** An earlier attempt succeeded and only its answer was lost, if the kind can tell. */
function withoutRepetition(attempt: Attempt, { kind, input, tries }: Entry): Attempt {
  if (!('refusal' in attempt) || tries < 2) return attempt;
  return findKind(kind)?.wasDone?.(attempt.refusal, input) === true ? { sent: null } : attempt;
}

/** If the call failed, only the first entry has a result; the others are retried alone. */
export async function tryTogether(
  entries: readonly Entry[],
  { ownerId, token }: Sender,
): Promise<Attempt[]> {
  try {
    const settled = await withDeadline(ANSWER_MILLISECONDS, async (signal) => {
      const send = await findKind(entries[0]?.kind ?? '')?.loadTogether?.();
      await Promise.all(entries.map((entry) => countTry(entry, ownerId)));
      return (await send?.(entries, { context: { token }, signal })) ?? [];
    });
    return settled.map((one) => ('refusal' in one ? refused(one.refusal) : one));
  } catch (error) {
    const attempt = judge(error);
    // The call is refused, not its first entry.
    return ['refusal' in attempt ? { waitsFor: 'server', pauseSeconds: 0 } : attempt];
  }
}

async function sendCall(entry: Entry, { token, signal }: Sending): Promise<unknown> {
  const call = callOf(entry);
  if (!call) throw notSent(m.queueUnknownKind(), { status: GONE });
  const options = { context: { idempotencyKey: entry.key, token }, signal };
  return getUntypedClient(rpc).mutation(call.path, call.input, options);
}

export const refused = (refusal: Refusal) => ({ refusal, error: errorOf(refusal) });

/** For forms, which need no more of the client's error. */
function errorOf({ sentence, code, facts }: Refusal): TRPCClientError<AppRouter> {
  const data = { code: code ?? 'INVALID_INPUT', facts };
  return new TRPCClientError(sentence, { result: { error: { data } } as never });
}

type Failed = Refusal & { status: number; isConnectionLost: boolean; retryAfterSeconds: number };

function readFailed(error: unknown): Failed {
  if (isNotSent(error)) {
    const { status, message, retryAfterSeconds } = error;
    return {
      status,
      code: null,
      sentence: message,
      facts: {},
      isConnectionLost: status === 0,
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
    isConnectionLost: isConnectionLost || isAborted,
    retryAfterSeconds,
  };
}

function judge(error: unknown): Attempt {
  const { status, code, sentence, facts, isConnectionLost, retryAfterSeconds } = readFailed(error);
  if (status === UNAUTHORIZED) return { waitsFor: 'login' };
  const isTooMany = status === TOO_MANY_REQUESTS;
  const isFinal = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT && !isTooMany;
  if (isFinal || (isTooMany && retryAfterSeconds > LONGEST_WAIT_SECONDS)) {
    const refusal = { sentence: sentence || m.queueFailed(), code, facts };
    return isNotSent(error) ? refused(refusal) : { refusal, error };
  }
  return {
    waitsFor: isConnectionLost ? 'connection' : 'server',
    pauseSeconds: retryAfterSeconds,
    hasFailed: (status || statusOf(error)) === SERVER_ERROR,
  };
}

function statusOf(error: unknown) {
  const response = isTRPCClientError(error) ? error.meta?.response : null;
  return response instanceof Response ? response.status : 0;
}

const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;
const GONE = 410;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;
