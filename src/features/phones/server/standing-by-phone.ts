import type { Command } from '#features/phones/rules/commands.ts';
import { goodsText } from '#features/products/rules/unit-texts.ts';
import { dayText, type ProposedFacts } from '#features/standing-orders/rules/notices.ts';
import { isChangeable, skipDay } from '#features/standing-orders/server/change-standing-order.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { say, shortAmount, shortGoods } from './say.ts';

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
  return say(language, 'skipped', {
    id,
    day: dayText(day, options),
    next: dayText(nextDay, options),
  });
}

/** The SMS about a proposed day; null once it cannot be changed any more. */
export async function writeProposal(
  db: Database,
  { id, day, goods, total }: ProposedFacts,
  { language, services }: { language: Language; services: Needs },
): Promise<string | null> {
  if (!(await isChangeable(db, { id, day }, services))) return null;
  const options = { locale: language };
  if (goods.length === 0) return say(language, 'standingEmpty', { id, day: dayText(day, options) });
  return say(language, 'standingProposed', {
    id,
    day: dayText(day, options),
    goods: shortGoods(goodsText(goods, options)),
    total: shortAmount(total),
  });
}
