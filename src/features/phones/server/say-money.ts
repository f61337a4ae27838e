import { sumFarmersMoney } from '#features/orders/server/farmer-payments.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { momentText, say, shortAmount } from './say.ts';

/** The sum that buyers have paid, the farmer's part so far, and the sum still due, with its day. */
export async function sayMoney(
  db: Database,
  { userId, language }: { userId: number; language: Language },
  { clock }: { clock: Clock },
): Promise<string> {
  const { received, inHand, due, payouts } = await sumFarmersMoney(db, userId);
  const amounts = { received: shortAmount(received), inHand: shortAmount(inHand) };
  if (due === 0) return say(language, 'moneyAll', amounts);
  const when = whenDue({ due, payouts }, { language, now: clock() });
  return say(language, 'money', { ...amounts, due: shortAmount(due), when });
}

type Due = Pick<Awaited<ReturnType<typeof sumFarmersMoney>>, 'due' | 'payouts'>;

function whenDue({ due, payouts }: Due, about: { language: Language; now: Date }): string {
  const { language, now } = about;
  const { heldUntil } = payouts;
  if (payouts.due === 0) return say(language, 'moneyCompleted', {});
  if (payouts.due < due) return say(language, 'moneyBoth', {});
  return heldUntil && heldUntil > now
    ? say(language, 'moneyUntil', { moment: momentText(heldUntil, about) })
    : say(language, 'moneyNow', {});
}
