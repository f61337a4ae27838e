import {
  endDispatched,
  endDispute,
} from '#features/operator/server/operations/order-operations.ts';
import { kes } from '#features/operator/server/operations/value-texts.ts';
import { listDisputePhotoUrls } from '#features/orders/server/disputes.ts';
import { countDisputes, listDisputes } from '#features/orders/server/queries.ts';
import { type Call, type Command, CommandError, does, idIn, needed, reads } from './command.ts';
import { drawTable, moreText } from './draw-table.ts';

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
      'ends a dispute: completed, the farmer is paid (two people for a large payout); cancelled, what was paid goes back to the buyer',
    run: (call) => decide(call, endDispute),
  },
  order: {
    usage: 'order <order> complete|cancel --reason "…"',
    about:
      'ends an order that was dispatched, or is disputed: completed, an M-Pesa order is paid out (two people for a large payout); cancelled, what was paid goes back',
    run: (call) => decide(call, endDispatched),
  },
};

async function showDisputes(call: Call) {
  const { db, services } = call;
  const { disputes, photos } = await reads(call, 'disputes', async (tx) => {
    const found = await listDisputes(tx);
    const ids = found.map(({ id }) => id);
    return { disputes: found, photos: await listDisputePhotoUrls(tx, ids, services) };
  });
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

async function decide(call: Call, operation: typeof endDispute) {
  const [order, end] = call.words;
  const orderId = idIn(order, 'order');
  if (end !== 'complete' && end !== 'cancel')
    throw new CommandError('How does it end? complete or cancel.');
  return does(call, operation, { orderId, end: ends[end], reason: needed(call, 'reason') });
}
