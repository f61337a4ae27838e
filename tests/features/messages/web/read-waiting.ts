import { isMessage, toWaiting } from '#features/messages/web/queue/waiting-messages.ts';
import { readEntries } from '#platform/web/offline/mirror.ts';

/** A user's unsent messages. */
export const readWaiting = (userId: number) => readEntries(userId).filter(isMessage).map(toWaiting);
