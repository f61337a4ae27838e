import { JOIN_WORD_SECONDS } from '#features/accounts/rules/limits.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';

/** Hashed and deleted like other counters. Nothing else is stored about a number that has asked. */
const ASKED = { name: 'askedToJoin', seconds: JOIN_WORD_SECONDS };

type Needs = { rateLimits: RateLimits };

/**
 * The holder of a number wrote that they want to join. For a while, a code to it is not limited
 * like an SMS to a stranger.
 */
export async function askToJoin(phoneNumber: string, { rateLimits }: Needs): Promise<void> {
  await rateLimits.add(ASKED, 1, phoneNumber);
}

export const hasAskedToJoin = async (
  phoneNumber: string,
  { rateLimits }: Needs,
): Promise<boolean> => (await rateLimits.used(ASKED, phoneNumber)) > 0;
