/*
 * Who has an order's page open hears of its changes: the database passes on what a transaction
 * announced when it committed (pg_notify), to every process, and each process to the streams that
 * its own clients have open. Only the order's number travels; what it looks like now is read by the
 * usual way, with the usual rights. Conversations and the inbox have channels of their own, which a
 * server of an older version does not hear, and come through the same streams.
 */

import type { SessionChoice } from '#features/accounts/rules/session-choice.ts';
import { isSessionOpen, type Session } from '#features/accounts/server/find-session.ts';
import { STREAM_MAX_SECONDS } from '#platform/rules/limits.ts';
import type { Connection, Database } from '#platform/server/db/database.ts';
import { networksOf } from '#platform/server/network-of.ts';
import { streamToEnd } from './stream-limits.ts';

/**
 * What has changed. `orderId` null: something may have been missed, everything may have changed.
 * `notices`: the inbox. `isReplaced`: nothing, but the stream ends because there are too many, and
 * its page should not open it again by itself.
 */
export type OrderChange =
  | { orderId: number | null }
  | { conversationId: number }
  | { notices: true }
  | { isReplaced: true };

/** Whose stream it is, and from where; it ends with the session. */
type Viewer = { userId: number; sessionId: number; clientAddress: string };

type Stream = Omit<Viewer, 'clientAddress'> & {
  networks: string[];
  pending: OrderChange[];
  isOver: boolean;
  /** Another stream has taken its place. */
  isReplaced: boolean;
  /** The end of its session may have been announced while nobody listened. */
  isUnsure: boolean;
  wake: () => void;
};

type WatchOptions = { signal: AbortSignal | undefined; isSessionOpen: () => Promise<boolean> };

/** A client that doesn't read gets one "everything" instead of a list without end. */
const PENDING_MAX = 100;

export type OrderChanges = ReturnType<typeof createOrderChanges>;

export function createOrderChanges({ listen }: Pick<Connection, 'listen'>) {
  const streams = new Set<Stream>();
  let isClosed = false;
  const push = (stream: Stream, change: OrderChange) => {
    if (stream.pending.length >= PENDING_MAX) stream.pending = [{ orderId: null }];
    else stream.pending.push(change);
    stream.wake();
  };
  const end = (stream: Stream, { isReplaced = false } = {}) => {
    stream.isOver = true;
    stream.isReplaced = isReplaced;
    stream.wake();
  };
  const pass = (stream: Stream, announced: Announcement) => {
    if ('conversationId' in announced) push(stream, { conversationId: announced.conversationId });
    else if (announced.orderId !== null) push(stream, { orderId: announced.orderId });
    else if (isEnded(stream, announced.ended)) end(stream);
  };
  const hearChanges = (text: string) => {
    for (const announced of parse(text)) {
      for (const stream of streams)
        if (announced.userIds.includes(stream.userId)) pass(stream, announced);
    }
  };
  const hearNotices = (text: string) => {
    // What announceNotices wrote.
    const userIds = new Set(JSON.parse(text) as number[]);
    for (const stream of streams) if (userIds.has(stream.userId)) push(stream, { notices: true });
  };
  const suspectAll = () => {
    for (const stream of streams) {
      stream.isUnsure = true;
      push(stream, { orderId: null });
    }
  };
  // From the first stream on: a server that nobody watches needs no connection for it.
  let listening: Promise<void> | undefined;
  const startListening = async () => {
    try {
      // All channels are heard on the same connection, which listens to them again in this order:
      // when the last one is heard, all are.
      await Promise.all([
        listen('notices', { onMessage: hearNotices, onReconnect: () => {} }),
        listen('conversation_changes', { onMessage: hearChanges, onReconnect: () => {} }),
        listen('order_changes', { onMessage: hearChanges, onReconnect: suspectAll }),
      ]);
    } catch (error) {
      listening = undefined;
      throw error;
    }
  };

  return {
    /**
     * The changes of a person's orders and conversations from now on, until aborted, the session is
     * ended, the server stops, another stream takes its place, or STREAM_MAX_SECONDS are over.
     */
    async *watch(
      { userId, sessionId, clientAddress }: Viewer,
      { signal, isSessionOpen }: WatchOptions,
    ): AsyncGenerator<OrderChange> {
      const networks = networksOf(clientAddress);
      const replaced = streamToEnd(streams, { sessionId, networks });
      if (replaced) end(replaced, { isReplaced: true });
      const state = {
        pending: [],
        isOver: false,
        isReplaced: false,
        isUnsure: true,
        wake: () => {},
      };
      const stream: Stream = { userId, sessionId, networks, ...state };
      const onAbort = () => stream.wake();
      signal?.addEventListener('abort', onAbort);
      // A stream ends now and then, so that its client has to come back with a valid session.
      const timer = setTimeout(() => end(stream), STREAM_MAX_SECONDS * 1000);
      streams.add(stream);
      try {
        listening ??= startListening();
        await listening;
        const isOver = () => stream.isOver || isClosed || signal?.aborted === true;
        while (!isOver()) {
          if (stream.isUnsure) {
            stream.isUnsure = false;
            if (!(await isSessionOpen())) return;
          }
          yield* stream.pending.splice(0);
          if (stream.pending.length > 0 || stream.isUnsure || isOver()) continue;
          await new Promise<void>((resolve) => {
            stream.wake = resolve;
          });
        }
        if (stream.isReplaced) yield { isReplaced: true };
      } finally {
        clearTimeout(timer);
        streams.delete(stream);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    /** Ends every stream: a server that stops waits for what is open. */
    close() {
      isClosed = true;
      for (const stream of streams) stream.wake();
    },
  };
}

/**
 * A server of an older version, which may run at the same time during an upgrade, doesn't say which
 * sessions: all of them.
 */
function isEnded({ sessionId }: Stream, ended: SessionChoice | undefined): boolean {
  if (!ended) return true;
  if ('only' in ended) return sessionId === ended.only;
  return !('except' in ended && sessionId === ended.except);
}

type Announcement = { userIds: (number | null)[] } & (
  | { orderId: number }
  | { conversationId: number }
  | { orderId: null; ended?: SessionChoice }
);

/**
 * What notifyOrderChanged or notifyConversationChanged wrote, or deleteSessions; anybody who can
 * write to the channel can write to the tables, too.
 */
const parse = (text: string) => JSON.parse(text) as Announcement[];

type Watching = {
  orderChanges: OrderChanges;
  clientAddress: string;
  signal: AbortSignal | undefined;
};

/**
 * The numbers of a person's orders and conversations as they change, as long as the session lasts.
 */
export const watchOrders = (
  db: Database,
  session: Session,
  { orderChanges, clientAddress, signal }: Watching,
) =>
  orderChanges.watch(
    { userId: session.userId, sessionId: session.id, clientAddress },
    { signal, isSessionOpen: () => isSessionOpen(db, session.id) },
  );
