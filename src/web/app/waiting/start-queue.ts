import type { Role } from '#shared/role.ts';
import { askToBeWoken } from '#web/app/queue/background-sync.ts';
import { measureClockOffset } from '#web/app/queue/clock-offset.ts';
import { loadEntries } from '#web/app/queue/entries.ts';
import { forgetAtLogout, oldMessagesKey } from '#web/app/queue/forget-queue.ts';
import { provideQueue } from '#web/app/queue/lazy-queue.ts';
import { readEntries } from '#web/app/queue/mirror.ts';
import { sendEntries } from '#web/app/queue/send-entries.ts';
import { canSend, keep, sayKept, sendOrKeep } from '#web/app/queue/send-or-keep.ts';
import { followWaitingFor } from '#web/app/queue/waiting-for.ts';
import { readUser } from '#web/app/session/session.ts';
import { cacheScreensAfterLogin } from '#web/app/updates/cached-screens.ts';
import { applyWaiting, followQueue } from './follow-queue.ts';
import './kinds.ts';

/** Shows and sends what the person who is logged in has waiting, from whatever screen they come to. */
export async function startQueue(): Promise<void> {
  const user = readUser();
  if (!user) return;
  forgetAtLogout(user.id);
  await loadEntries(user.id);
  if (hasOldMessages(user.id)) {
    const { moveOldMessages } = await import('#web/features/messages/queue/move-old-messages.ts');
    await moveOldMessages(user.id);
  }
  provideQueue({ canSend, keep, sayKept, sendOrKeep });
  followQueue();
  askToBeWoken();
  followWaitingFor();
  void measureClockOffset();
  loadAhead(user.role);
  cacheScreensAfterLogin();
  if (readEntries(user.id).length === 0) return;
  void applyWaiting();
  await sendEntries();
}

/** What a press loads otherwise, which it could not without a line. */
function loadAhead(role: Role) {
  if (role === 'buyer') import('#web/features/cart/change-cart.ts').catch(() => {});
}

function hasOldMessages(userId: number): boolean {
  try {
    return localStorage.getItem(oldMessagesKey(userId)) !== null;
  } catch {
    return false;
  }
}
