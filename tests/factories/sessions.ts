import { openSession } from '#accounts/server/manage-sessions.ts';
import type { Market } from '#tests/setup/market.ts';

export const makeSession = (
  { db, services }: Market,
  { id }: { id: number },
  isRemembered = false,
) => openSession(db, { userId: id, isRemembered, device: '' }, services.clock());
