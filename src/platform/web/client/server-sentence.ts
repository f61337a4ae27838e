import * as z from 'zod/mini';

const refusal = z.object({ message: z.string() });

/**
 * The message of a REST response. Null without one (a proxy may respond with anything), so that the
 * fallback of §8 is shown.
 */
export const serverSentence = (answer: unknown): string | null =>
  refusal.safeParse(answer).data?.message.trim() || null;
