import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { getFarmerOrder, listFarmerOrders } from '#server/modules/trade/list-orders.ts';
import type { Language } from '#shared/language.ts';
import { figureText, unitText } from '#shared/products/unit-texts.ts';
import { isEnded } from '#shared/trade/order.ts';
import { say, shortAmount, shortGoods } from './say.ts';

type Needs = { clock: Clock; secret: string };
export type PhoneOrder = Awaited<ReturnType<typeof listFarmerOrders>>['orders'][number];

/** The orders of a farm that are under way, newest first, out of its last page. */
export async function listOpenOrders(db: Database, farmerId: number, services: Needs): Promise<PhoneOrder[]> {
  const { orders } = await listFarmerOrders(db, { farmerId }, services);
  return orders.filter(({ status }) => !isEnded(status));
}

/** @throws AppError ORDER_NOT_FOUND, also for another's */
export const getPhoneOrder = (db: Database, own: { orderId: number; farmerId: number }, services: Needs) =>
  getFarmerOrder(db, own, services);

/** "512 new KES 2,400". */
export function orderLine({ id, status, paymentStatus, amount }: PhoneOrder, language: Language): string {
  return say(language, 'orderLine', { id, state: stateOf(status, paymentStatus, language), total: shortAmount(amount) });
}

function stateOf(status: PhoneOrder['status'], payment: PhoneOrder['paymentStatus'], language: Language): string {
  switch (status) {
    case 'pending':
      return say(language, 'statePending', {});
    case 'dispatched':
      return say(language, 'stateDispatched', {});
    case 'disputed':
      return say(language, 'stateDisputed', {});
    default:
      return payment === 'paid' ? say(language, 'statePaid', {}) : say(language, 'stateConfirmed', {});
  }
}

/** What a farmer waits for or does next with an accepted order. */
export function nextStep({ paymentMethod, paymentStatus, fulfilment }: PhoneOrder): 'nextPaid' | 'nextReady' | 'nextSend' {
  if (paymentMethod === 'M-Pesa' && paymentStatus !== 'paid') return 'nextPaid';
  return fulfilment === 'collection' ? 'nextReady' : 'nextSend';
}

/** "40 kg Tomatoes, 2 bags Maize", cut to the room there is. */
export const goodsOf = ({ lines }: Pick<PhoneOrder, 'lines'>, language: Language): string =>
  shortGoods(
    lines
      .map(({ quantity, unit, name }) => `${figureText(quantity)} ${unitText(quantity, unit, { locale: language })} ${name}`)
      .join(', '),
  );
