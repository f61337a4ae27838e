import { AppError } from '../app-error.ts';

const FULL = ['ENOSPC', 'EDQUOT'];

export async function orDiskFull<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.includes(String(error.code)))
      throw new AppError('DISK_FULL', {}, error);
    throw error;
  }
}
