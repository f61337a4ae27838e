/*
 * The stream of a person's order changes (buyer.orders.changes, farmer.orders.changes), read as tRPC's server writes it: `connected`
 * first, a message for each change, `ping` while nothing happens, `return` at its orderly end. Not by tRPC's own subscription link:
 * that lies in one module with the rest of its client, and would come with every screen.
 */
import type { Role } from '#shared/account.ts';
import { STREAM_PING_SECONDS } from '#shared/limits.ts';
import { readToken } from '#web/app/session/session.ts';
import { FetchEventSource } from './fetch-event-source.ts';

const AGAIN_MILLISECONDS = 2000;
/** The server pings more often than this: a line that is silent for longer is dead, whatever the phone believes. */
const SILENCE_MILLISECONDS = 3 * STREAM_PING_SECONDS * 1000;

/**
 * Says whenever one of this person's orders changed, and each time the line is there (again), for what happened meanwhile nobody
 * was told. Load it lazily. @returns what ends it
 */
export function followOrders(role: Role, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: FetchEventSource;

  const follow = () => {
    source = new FetchEventSource(`/trpc/${role}.orders.changes`, {
      headers: () => ({ authorization: `Bearer ${readToken() ?? ''}` }),
    });
    const heard = () => followAfter(SILENCE_MILLISECONDS);
    const changed = () => {
      heard();
      onChange();
    };
    heard();
    source.addEventListener('connected', changed);
    source.addEventListener('message', changed);
    source.addEventListener('ping', heard);
    // A server that is stopped ends its streams in order; its successor takes them up. So it does with one that has lasted long.
    source.addEventListener('return', () => {
      source.close();
      followAfter(AGAIN_MILLISECONDS);
    });
    source.addEventListener('error', () => {
      // Refused: the queries of the screen were refused as well, and say so.
      if (source.readyState === source.CLOSED) clearTimeout(timer);
    });
  };
  const followAfter = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      source.close();
      follow();
    }, milliseconds);
  };
  follow();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
