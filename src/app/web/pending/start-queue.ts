import type { Role } from '#platform/rules/role.ts';
import { requestBackgroundSync } from '#platform/web/offline/background-sync.ts';
import { measureClockOffset } from '#platform/web/offline/clock-offset.ts';
import { forgetAtLogout, loadEntries } from '#platform/web/offline/entries.ts';
import { registerKinds } from '#platform/web/offline/kinds.ts';
import { provideQueue } from '#platform/web/offline/lazy-queue.ts';
import { readEntries } from '#platform/web/offline/mirror.ts';
import { followPendingFor } from '#platform/web/offline/pending-for.ts';
import { saveChange, sayPending } from '#platform/web/offline/save-change.ts';
import { sendEntries } from '#platform/web/offline/send-entries.ts';
import { readUser } from '#platform/web/session/session.ts';
import { kinds } from '../features.ts';
import { cacheScreensAfterLogin } from '../updates/cached-screens.ts';
import { applyPending, followQueue } from './follow-queue.ts';

registerKinds(kinds);

export async function startQueue(): Promise<void> {
  const user = readUser();
  if (!user) return;
  forgetAtLogout(user.id);
  await loadEntries(user.id);
  followQueue();
  queueMicrotask(applyPending);
  // A waiting press is based on the pending changes, so they are shown first.
  provideQueue({ saveChange, sayPending });
  requestBackgroundSync();
  followPendingFor();
  void measureClockOffset();
  loadAhead(user.role);
  cacheScreensAfterLogin();
  if (readEntries(user.id).length === 0) return;
  await sendEntries();
}

/** Code that loads on a click would fail offline. */
function loadAhead(role: Role) {
  if (role === 'buyer') import('#orders/web/cart/change-cart.ts').catch(() => {});
}
