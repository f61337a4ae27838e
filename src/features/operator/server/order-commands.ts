import { listDisputePhotoUrls } from '#features/orders/server/disputes.ts';
import { decideOrder, resolveDispute } from '#features/orders/server/order-steps.ts';
import { countDisputes, listDisputes } from '#features/orders/server/queries.ts';
import { type Call, type Command, idIn, needed, OperatorError, recorded } from './command.ts';
import { drawTable, kes, moreText } from './draw-table.ts';

/** Orders that buyer and farmer cannot settle between them. */
export const orderCommands: Record<string, Command> = {
  disputes: {
    usage: 'disputes',
    about:
      'orders whose buyer says that something is wrong, longest first, with what the farmer answers and links to the photos',
    run: showDisputes,
  },
  dispute: {
    usage: 'dispute <order> complete|cancel --reason "…"',
    about:
      'ends a dispute: completed, the farmer is paid; cancelled, what was paid goes back to the buyer',
    run: (call) => decide(call, 'dispute', resolveDispute),
  },
  order: {
    usage: 'order <order> complete|cancel --reason "…"',
    about:
      'ends an order that was dispatched, or is disputed: completed, an M-Pesa order is paid out; cancelled, what was paid goes back',
    run: (call) => decide(call, 'order', decideOrder),
  },
};

async function showDisputes({ db, services }: Call) {
  const disputes = await listDisputes(db);
  const photos = await listDisputePhotoUrls(
    db,
    disputes.map(({ id }) => id),
    services,
  );
  const rows = disputes.map(
    ({ id, since, buyer, farm, totalCents, paymentMethod, paymentStatus, reason, answer }) => [
      id,
      since,
      buyer,
      farm,
      kes(totalCents),
      `${paymentMethod}, ${paymentStatus}`,
      reason,
      answer,
      photos.get(id)?.join(' '),
    ],
  );
  const headings = [
    'order',
    'since',
    'buyer',
    'farm',
    'total',
    'payment',
    'what the buyer says',
    'what the farmer says',
    'photos',
  ];
  return (
    drawTable(headings, rows, 'There are no disputes.') +
    moreText((await countDisputes(db)) - rows.length)
  );
}

const ends = { complete: 'completed', cancel: 'cancelled' } as const;

function decide(call: Call, name: 'dispute' | 'order', move: typeof decideOrder) {
  const [order, end] = call.words;
  const orderId = idIn(order, 'order');
  if (end !== 'complete' && end !== 'cancel')
    throw new OperatorError('How does it end? complete or cancel.');
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: `${name} ${end}`,
    details: { orderId, reason },
    work: async (tx, now) => {
      const { priceRecords } = call.services;
      const { paymentStatus } = await move(tx, {
        orderId,
        to: ends[end],
        reason,
        now,
        priceRecords,
      });
      return `Order ${orderId} is ${ends[end]}; its payment is ${paymentStatus}.`;
    },
  });
}
