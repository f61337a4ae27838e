import * as z from 'zod/mini';

const refusal = z.object({ message: z.string() });

/**
 * The message of a REST response that was parsed as JSON. Null without one, so that the fallback of
 * §8 is shown. A proxy may respond with anything.
 */
export const serverSentence = (answer: unknown): string | null =>
  refusal.safeParse(answer).data?.message.trim() || null;
