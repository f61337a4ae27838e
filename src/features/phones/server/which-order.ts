import { listOffersToAnswer } from '#features/messages/server/list-conversations.ts';
import { orderGroups } from '#features/orders/rules/order-facts.ts';
import { listOrdersUnderWay } from '#features/orders/server/list-orders.ts';
import type { Command, Unnumbered } from '#features/phones/rules/commands.ts';
import { SMS_WHICH_MAX, SMS_WHICH_SHORT_MAX } from '#features/phones/rules/sms-texts.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from './lines/queries.ts';
import { type PhoneOrder, sayNext, sayNotNow } from './order-lines.ts';
import { fitParts, say } from './say.ts';
import { sayOrders } from './say-lists.ts';

type Needs = { clock: Clock; secret: string };
type Asked = { speaker: KnownSpeaker; wanted: Unnumbered; receivedAt: Date };

/** The statuses of the orders that a command without a number can mean. */
export const statusesBefore: Record<Unnumbered['name'], readonly PhoneOrder['status'][]> = {
  accept: orderGroups.new,
  reject: orderGroups.new,
  dispatch: orderGroups.toSend,
  complete: ['dispatched'],
};

/**
 * Finds the only order that a command without a number can mean. Orders that are newer than the SMS
 * don't count: its writer did not know them, and a retry must not take one for the first. "Yes" and
 * "no" may also mean a price offer.
 * @returns the command with the order's number, or the answer that asks for it
 */
export async function findOrderMeant(
  db: Database,
  { speaker, wanted, receivedAt }: Asked,
  services: Needs,
): Promise<{ command: Command } | { text: string }> {
  const { userId, language } = speaker;
  const open = (await listOrdersUnderWay(db, userId, services)).filter(
    ({ date }) => date <= receivedAt,
  );
  const meant = open.filter(({ status }) => statusesBefore[wanted.name].includes(status));
  const [first, ...others] = meant;
  const [offerId] = isAnswer(wanted) ? await listOffersToAnswer(db, userId, services) : [];
  if (!first && offerId !== undefined) return { text: say(language, 'offerNext', { id: offerId }) };
  if (!first) {
    const [one, ...more] = open;
    return one && more.length === 0
      ? { text: sayNotNow(one, language) }
      : { text: await sayOrders(db, { speaker, from: undefined }, services) };
  }
  // Four digits may also be the number of an order.
  const isCodeClear =
    wanted.name !== 'complete' || open.every(({ id }) => id !== Number(wanted.code));
  if (others.length === 0 && isCodeClear && offerId === undefined)
    return { command: withOrder(wanted, first.id) };
  const numbers = meant.map(({ id }) => String(id));
  const isAlso = offerId !== undefined;
  const characters = isAlso ? SMS_WHICH_SHORT_MAX : SMS_WHICH_MAX;
  const { text: list } = fitParts(numbers, { joint: ', ', characters });
  const question = say(language, 'whichOrder', { list, next: sayNext(first, language) });
  return { text: isAlso ? `${question} ${say(language, 'offerNext', { id: offerId })}` : question };
}

/** A word that also answers a price offer. */
const isAnswer = ({ name }: Unnumbered) => name === 'accept' || name === 'reject';

function withOrder(wanted: Unnumbered, orderId: number): Command {
  switch (wanted.name) {
    case 'accept':
    case 'dispatch':
      return { name: wanted.name, orderId };
    case 'reject':
      return { name: 'reject', orderId, reason: null };
    case 'complete':
      return { name: 'complete', orderId, code: wanted.code };
  }
}
