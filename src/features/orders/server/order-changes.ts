/*
 * Tells open order pages about changes. On commit the database sends the announcements (pg_notify)
 * to every process, which passes them to its clients' streams (docs/decisions/0032). Only the
 * order's id is sent; clients read the order with the usual rights.
 */

import type { SessionChoice } from '#accounts/rules/account.ts';
import { hasSession } from '#accounts/server/session-queries.ts';
import { MINUTE_SECONDS } from '#rules/limits.ts';
import type { Session } from '#server/context.ts';
import type { Connection } from '#server/database.ts';
import { networksOf } from '#server/http/client-address.ts';

declare global {
  interface Services {
    orderChanges: OrderChanges;
  }
}

/**
 * `orderId` null: changes may have been missed. `isReplaced`: the page should not reopen its
 * stream.
 */
export type OrderChange =
  | { orderId: number | null }
  | { conversationId: number }
  | { notices: true }
  | { isReplaced: true };

type Viewer = { userId: number; sessionId: number; clientAddress: string };

type Stream = Omit<Viewer, 'clientAddress'> & {
  networks: string[];
  pending: OrderChange[];
  isOver: boolean;
  isReplaced: boolean;
  /** Its session may have ended while this process was not listening. */
  isUnsure: boolean;
  wake: () => void;
};

type WatchOptions = { signal: AbortSignal | undefined; isSessionOpen: () => Promise<boolean> };

/** A client that does not read gets one "everything has changed" instead. */
const PENDING_MAX = 100;

type OrderChanges = ReturnType<typeof createOrderChanges>;

export const STREAM_MAX_SECONDS = 15 * MINUTE_SECONDS;
export const STREAMS_PER_SESSION = 5;
/**
 * Per process. Hundreds of phones may share an address. A wide network is an IPv4 /24 or an IPv6
 * /56 or /48. A stream takes about 0.12 MB.
 */
export const STREAMS_PER_ADDRESS = 250;
export const STREAMS_PER_WIDE_NETWORK = 500;
export const STREAMS_MAX = 1000;

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
    const userIds = new Set(JSON.parse(text) as number[]);
    for (const stream of streams) if (userIds.has(stream.userId)) push(stream, { notices: true });
  };
  const suspectAll = () => {
    for (const stream of streams) {
      stream.isUnsure = true;
      push(stream, { orderId: null });
    }
  };
  // A server without streams needs no connection for this.
  let listening: Promise<void> | undefined;
  const startListening = async () => {
    try {
      // All channels share one connection, which resubscribes in this order. When the last one is
      // active, all are.
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
      // The client has to return with a valid session.
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
    /** A stopping server waits for open streams. */
    close() {
      isClosed = true;
      for (const stream of streams) stream.wake();
    },
  };
}

function isEnded({ sessionId }: Stream, ended: SessionChoice) {
  if ('only' in ended) return sessionId === ended.only;
  return !('except' in ended && sessionId === ended.except);
}

type Announcement = { userIds: (number | null)[] } & (
  | { orderId: number }
  | { conversationId: number }
  | { orderId: null; ended: SessionChoice }
);

/** Trusted, because anyone who can write to the channel can also write to the tables. */
const parse = (text: string) => JSON.parse(text) as Announcement[];

type Watching = {
  ctx: {
    db: Database;
    currentSession: Pick<Session, 'id' | 'userId'>;
    services: { orderChanges: OrderChanges };
    clientAddress: string;
  };
  signal?: AbortSignal | undefined;
};

export const watchOrders = ({
  ctx: {
    db,
    currentSession: { id: sessionId, userId },
    services,
    clientAddress,
  },
  signal,
}: Watching) =>
  services.orderChanges.watch(
    { userId, sessionId, clientAddress },
    { signal, isSessionOpen: () => hasSession(db, sessionId) },
  );

type Origin = { sessionId: number; networks: string[] };

/**
 * The oldest stream of a session or network at its limit. If the process is full, the oldest of the
 * address with the most streams.
 */
function streamToEnd<Stream extends Origin & { isOver: boolean }>(
  streams: Iterable<Stream>,
  { sessionId, networks }: Origin,
): Stream | null {
  const open = [...streams].filter(({ isOver }) => !isOver);
  const oldestIf = (isCounted: (stream: Stream) => boolean, max: number): Stream | null => {
    const counted = open.filter(isCounted);
    return counted.length >= max ? (counted[0] ?? null) : null;
  };
  const ofSession = oldestIf((stream) => stream.sessionId === sessionId, STREAMS_PER_SESSION);
  if (ofSession) return ofSession;
  for (const [width, network] of networks.entries()) {
    const ofNetwork = oldestIf(
      (stream) => stream.networks[width] === network,
      width === 0 ? STREAMS_PER_ADDRESS : STREAMS_PER_WIDE_NETWORK,
    );
    if (ofNetwork) return ofNetwork;
  }
  return open.length >= STREAMS_MAX ? oldestOfFullestAddress(open) : null;
}

function oldestOfFullestAddress<Stream extends Origin>(open: Stream[]): Stream | null {
  const counts = new Map<string | undefined, number>();
  for (const {
    networks: [address],
  } of open)
    counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return open.find(({ networks: [address] }) => counts.get(address) === most) ?? null;
}
