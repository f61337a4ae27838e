import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import type { AppRouter } from '#server/procedures/index.ts';
import type { Role } from '#shared/account.ts';
import { readToken } from '#web/session.ts';
import { FetchEventSource } from './fetch-event-source.ts';

const AGAIN_MILLISECONDS = 5000;

const client = createTRPCClient<AppRouter>({
  links: [
    httpSubscriptionLink({
      url: '/trpc',
      EventSource: FetchEventSource,
      eventSourceOptions: { headers: () => ({ authorization: `Bearer ${readToken() ?? ''}` }) },
    }),
  ],
});

/**
 * Says whenever one of this person's orders changed, and each time the line is there (again), for what happened meanwhile nobody
 * was told. Load it lazily. @returns what ends it
 */
export function followOrders(role: Role, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const { changes } = role === 'farmer' ? client.farmer.orders : client.buyer.orders;

  const follow = () =>
    changes.subscribe(undefined, {
      onStarted: onChange,
      onData: onChange,
      // A server that is stopped ends its streams in order; its successor takes them up.
      onComplete: () => {
        if (!isOver) timer = setTimeout(() => (following = follow()), AGAIN_MILLISECONDS);
      },
      // Refused: the queries of the screen were refused as well, and say so.
      onError: () => {},
    });
  let following = follow();
  return () => {
    isOver = true;
    clearTimeout(timer);
    following.unsubscribe();
  };
}
