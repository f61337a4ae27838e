import { AppError } from '../app-error.ts';

/** No space left, or the user's quota is exhausted. */
const FULL = ['ENOSPC', 'EDQUOT'];

/**
 * Runs a function that writes to the disk.
 * @throws AppError DISK_FULL if there is no space; rethrows any other error
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
