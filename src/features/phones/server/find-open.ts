import { listOffersToAnswer } from '#features/messages/server/list-conversations.ts';
import { listOrdersUnderWay } from '#features/orders/server/list-orders.ts';
import type { Open } from '#features/phones/rules/find-meant.ts';
import { listNumbered } from '#features/products/server/numbered-products.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from './lines/queries.ts';
import { speakersCall } from './lines/speakers-call.ts';
import type { PhoneOrder } from './order-lines.ts';
import { findQuestion } from './questions.ts';

type Asked = { speaker: KnownSpeaker; receivedAt: Date };
type Needs = { clock: Clock; secret: string };

/** The same for a command that names what it is about. */
export const findOnlyQuestion = async (
  db: Database,
  { speaker: { userId }, receivedAt }: Asked,
  services: Needs,
): Promise<Open<PhoneOrder>> => ({
  orders: [],
  offers: [],
  products: [],
  waiting: await findQuestion(db, { userId, receivedAt }, services),
});

/**
 * Reads what a farmer has not answered. Orders that are newer than the SMS don't count: the farmer
 * did not know them, and a retry must not mean another order than the first attempt.
 */
export async function findOpen(
  db: Database,
  { speaker, receivedAt }: Asked,
  services: Needs,
): Promise<Open<PhoneOrder>> {
  const { userId } = speaker;
  const call = speakersCall(db, speaker, services);
  const orders = await listOrdersUnderWay(call);
  return {
    orders: orders.filter(({ date }) => date <= receivedAt),
    offers: await listOffersToAnswer(call),
    products: await listNumbered(call, speaker),
    waiting: await findQuestion(db, { userId, receivedAt }, services),
  };
}
