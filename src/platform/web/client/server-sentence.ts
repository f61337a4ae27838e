import * as z from 'zod/mini';

const refusal = z.object({ message: z.string() });

/**
 * Null without a message, so that the fallback of §8 is shown. A proxy may respond with anything.
 */
export const serverSentence = (answer: unknown): string | null =>
  refusal.safeParse(answer).data?.message.trim() || null;
