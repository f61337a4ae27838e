import { isOnTheWay } from '#features/orders/rules/order-facts.ts';
import { goodsOf } from '#features/orders/rules/sms-words.ts';
import { isSoldByWeight } from '#features/orders/rules/weighing.ts';
import { weighOrder } from '#features/orders/server/weigh-order.ts';
import type { Command } from '#features/phones/rules/commands.ts';
import { SMS_LINES_MAX } from '#features/phones/rules/limits.ts';
import { quantityOf } from '#features/products/server/numbered-products.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { fitParts, shortAmount, shortName } from '#platform/rules/text/sms-words.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { getPhoneOrder, type PhoneOrder } from '../order-lines.ts';
import { say } from '../say.ts';

type Weighing = {
  speaker: { userId: number; language: Language };
  command: Extract<Command, { name: 'weigh' }>;
};

/**
 * Enters what the goods of an order weigh at the handover, by SMS ("UZITO 512 41.5") or USSD: a
 * weight for each line in kilograms, in the order of the lines.
 * @returns the sentence about the new total, or the question which weight belongs to which line
 */
export async function weighByPhone(
  db: Database,
  { speaker, command: { orderId, weights } }: Weighing,
  services: { clock: Clock; secret: string },
): Promise<string> {
  const { userId: farmerId, language } = speaker;
  const order = await getPhoneOrder(db, { orderId, farmerId }, services);
  const inKilograms = order.lines.filter(isSoldByWeight);
  const isOther = inKilograms.length > 0 && inKilograms.length !== weights.length;
  if (isOnTheWay(order.status) && isOther) return askForWeights(order, language);
  const lines = (inKilograms.length > 0 ? inKilograms : order.lines.slice(0, 1)).flatMap(
    ({ id }, at) => {
      const weight = weights[at];
      return weight === undefined ? [] : [{ lineId: id, weight }];
    },
  );
  const call = { ...services, db, user: { id: farmerId } };
  const weighed = await weighOrder(call, { orderId, lines });
  const goods = goodsOf(asItWeighs(weighed), { locale: language });
  const { difference, weighing } = weighed;
  // Weights as agreed, and never others before.
  if (weighing === 0)
    return say(language, m.smsWeighedSame, {
      id: orderId,
      goods,
      total: shortAmount(weighed.amount),
    });
  if (difference?.status === 'open')
    return say(language, m.smsWeighedMore, {
      id: orderId,
      goods,
      more: shortAmount(difference.amount),
    });
  return say(language, m.smsWeighed, { id: orderId, goods, total: shortAmount(weighed.amount) });
}

/** An order with the weights as its quantities. */
export const asItWeighs = <Line extends { quantity: number; weighedQuantity: number | null }>({
  lines,
}: {
  lines: readonly Line[];
}) => ({
  lines: lines.map((line) => ({ ...line, quantity: line.weighedQuantity ?? line.quantity })),
});

function askForWeights(order: PhoneOrder, language: Language): string {
  const lines = order.lines
    .filter(isSoldByWeight)
    .map(({ name, ...line }) =>
      say(
        language,
        m.smsProductLine,
        quantityOf({ ...line, name: shortName(name) }, { locale: language }),
      ),
    );
  const { text: list } = fitParts(lines, { joint: ', ', characters: SMS_LINES_MAX });
  return say(language, m.smsWhichWeights, { id: order.id, list });
}
