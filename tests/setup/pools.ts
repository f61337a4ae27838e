import type { Pool } from '#server/rate-limits.ts';
import type { Market } from './market.ts';

type Used = { points: number; period?: string };

export const drainPool = (
  { services }: Market,
  pool: Pick<Pool, 'name' | 'seconds'>,
  { points, period = '' }: Used,
) => services.rateLimits.add(pool, points, 'all', period);
