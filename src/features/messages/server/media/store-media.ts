import { lockPerson } from '#features/accounts/server/people-queries.ts';
import {
  deleteUnsent,
  insertMedia,
  type NewMedia,
} from '#features/photos/server/private-media-queries.ts';
import {
  deletePrivateFiles,
  lockPrivateContents,
  type PrivateContent,
  putPrivateFiles,
} from '#features/photos/server/private-photos.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Call } from '#platform/server/trpc/context.ts';

export type Media = { content: PrivateContent; row: NewMedia };
type StoringCall = Pick<Call, 'db' | 'photoStore' | 'log'>;
type Storing = { senderId: number; media: Media[] };

/**
 * Stores photos or a voice note, and passes their ids to `use`, which assigns them to a message.
 * Rows without a message are then deleted: all of them if `use` fails, or if a repeated request got
 * the first one's answer.
 * @throws AppError STORAGE_FULL, STORAGE_FULL_UNPROVEN, DISK_FULL, UNAVAILABLE, NOT_LOGGED_IN if
 * the account was deleted in the meantime, and the errors of `use`; nothing is kept then
 */
export async function storeMedia<T>(
  call: StoringCall,
  { senderId, media }: Storing,
  use: (ids: number[]) => Promise<T>,
): Promise<T> {
  const { db, photoStore } = call;
  const contents = media.map(({ content }) => content);
  // The rows come first, because the cleanup deletes files without one.
  const ids = await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, senderId))) throw new AppError('NOT_LOGGED_IN');
    const bytes = media.reduce((sum, { row }) => sum + row.storedBytes, 0);
    await photoStore.claim(tx, { ownerId: senderId, bytes });
    await lockPrivateContents(tx, contents);
    return insertMedia(
      tx,
      media.map(({ row }) => row),
    );
  });
  try {
    await putPrivateFiles(photoStore, contents);
    return await use(ids);
  } finally {
    await discardUnsent(call, ids);
  }
}

/**
 * Never throws, because its caller has to report the original failure. The cleanup deletes what
 * remains.
 */
async function discardUnsent({ db, photoStore, log }: StoringCall, ids: number[]) {
  try {
    const deleted = await deleteUnsent(db, ids);
    const contentHashes = deleted.map(({ contentHash }) => contentHash);
    await deletePrivateFiles(db, contentHashes, photoStore);
  } catch (error) {
    log.warn({ err: error }, 'what was uploaded for a message could not be deleted');
  }
}
