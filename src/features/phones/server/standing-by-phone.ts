import type { Command } from '#features/phones/rules/commands.ts';
import { dayText } from '#features/standing-orders/rules/weekdays.ts';
import { skipDay } from '#features/standing-orders/server/change-standing-order.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { say } from './say.ts';

type Needs = { clock: Clock };
type Skipping = {
  speaker: { userId: number; language: Language };
  command: Extract<Command, { name: 'skip' }>;
};

/** Skips the proposed day of a standing order, or else its next one. */
export async function skipByPhone(
  db: Database,
  { speaker: { userId: buyerId, language }, command: { standingOrderId: id } }: Skipping,
  services: Needs,
): Promise<string> {
  const { day, nextDay } = await db.transaction((tx) => skipDay(tx, { id, buyerId }, services));
  const options = { locale: language };
  return say(language, m.smsStandingSkipped, {
    id,
    day: dayText(day, options),
    next: dayText(nextDay, options),
  });
}
