import type { Database } from '#server/db/connect.ts';
import { isSessionOpen, type Session } from '#server/modules/accounts/find-session.ts';
import type { OrderChanges } from '#server/modules/trade/order-changes.ts';

type Watching = { orderChanges: OrderChanges } & { signal: AbortSignal | undefined };

/** The numbers of a person's orders as they change, as long as the session lasts. @throws AppError TOO_MANY_ATTEMPTS */
export const watchOrders = (db: Database, session: Session, { orderChanges, signal }: Watching) =>
  orderChanges.watch(
    { userId: session.userId, sessionId: session.id },
    { signal, isSessionOpen: () => isSessionOpen(db, session.id) },
  );
