import { isMessage, toPending } from '#features/messages/web/queue/pending-messages.ts';
import { readEntries } from '#platform/web/offline/mirror.ts';

export const readPending = (userId: number) => readEntries(userId).filter(isMessage).map(toPending);
