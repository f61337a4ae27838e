import * as z from 'zod/mini';

const refusal = z.object({ message: z.string() });

/**
 * The sentence in a REST answer that was read as JSON; null without one, so that the fallback of §8
 * is shown. A proxy may answer with anything.
 */
export const serverSentence = (answer: unknown): string | null =>
  refusal.safeParse(answer).data?.message.trim() || null;
