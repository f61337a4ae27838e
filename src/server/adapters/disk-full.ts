import { AppError } from '#server/app-error.ts';

/** No space left, or no more of this user's share of it. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** Does what writes to the disk. @throws AppError DISK_FULL when there is no room; anything else as it is */
export async function orDiskFull<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.includes(String(error.code)))
      throw new AppError('DISK_FULL', {}, error);
    throw error;
  }
}
