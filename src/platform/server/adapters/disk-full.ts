import { AppError } from '../app-error.ts';

/** No space left, or the user's quota is used up. */
const FULL = ['ENOSPC', 'EDQUOT'];

/**
 * Runs work that writes to the disk. @throws AppError DISK_FULL when there is no room; any other
 * error as it is
 */
export async function orDiskFull<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.includes(String(error.code)))
      throw new AppError('DISK_FULL', {}, error);
    throw error;
  }
}
