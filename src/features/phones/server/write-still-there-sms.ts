import type { SmsNotice } from '#features/notifications/server/sms-notice.ts';
import { SMS_ASKED_MAX } from '#features/phones/rules/sms-texts.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { lineOf, numberProducts } from './phone-products.ts';
import { fitParts, say } from './say.ts';

/**
 * Asks a farmer about products by the numbers of a new list, so that STOCK answers. Null if all
 * were answered in the meantime.
 */
export async function writeStillThereSms(
  db: Database,
  { userId, language }: Pick<SmsNotice, 'userId' | 'language'>,
  services: { clock: Clock },
): Promise<string | null> {
  const asked = (await numberProducts(db, userId, services)).filter(({ isAsked }) => isAsked);
  const [first] = asked;
  if (!first) return null;
  const lines = asked.map((product) => lineOf(product, language));
  const { text: list } = fitParts(lines, { joint: ', ', characters: SMS_ASKED_MAX });
  const { number, quantity } = first;
  return say(language, 'stillThere', { list, number, quantity: String(quantity) });
}
