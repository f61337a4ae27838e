import { payments, payouts } from '#orders/server/payments/tables.ts';
import type { Market } from '#tests/setup/market.ts';
import type { Shop } from './money.ts';

type Line = {
  receipt: string;
  at?: string;
  paidIn?: string;
  withdrawn?: string;
  details?: string;
  status?: string;
  reasonType?: string;
  otherParty?: string;
  account?: string;
};

export const STATEMENT_COLUMNS =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';

export const statementLine = ({
  receipt,
  at = '2026-03-01 14:05:11',
  paidIn = '',
  withdrawn = '',
  details = 'Pay Bill from 254722000111 - JANE WANJIKU',
  status = 'Completed',
  reasonType = withdrawn ? 'Business Payment to Customer via API' : 'Pay Bill Online',
  otherParty = '254722000111 - JANE WANJIKU',
  account = '',
}: Line): string =>
  [
    ...[receipt, at, at, details, status, paidIn, withdrawn, '1,000.00', 'true'],
    ...[reasonType, otherParty, '', account],
  ]
    .map((text) => (/[",]/.test(text) ? `"${text}"` : text))
    .join(',');

export const statementOf = ({
  lines,
  shortcode = '600100',
  period = 'From 2026-03-01 00:00:00 To 2026-03-01 23:59:59',
}: {
  lines: readonly Line[];
  shortcode?: string;
  period?: string;
}): string =>
  [
    'Organization Name,SOKOSHAMBA LIMITED',
    `Short Code,${shortcode}`,
    `Time Period,${period}`,
    '',
    STATEMENT_COLUMNS,
    ...lines.map(statementLine),
    '',
  ].join('\n');

export type Money = { receipt?: string | null; amount?: number; movedAt?: Date };

export async function makePayment(
  { db }: Market,
  shop: Shop,
  { receipt = null, amount = 250, movedAt = new Date('2026-03-01T14:05:20+03:00') }: Money,
) {
  const orderId = await shop.confirmedForCash();
  await db.insert(payments).values({
    ...{ orderId, method: 'M-Pesa', state: 'received', amountCents: amount * 100, receipt },
    receivedAt: movedAt,
  });
  return orderId;
}

export async function makePayout(
  { db }: Market,
  shop: Shop,
  { receipt = null, amount = 250, movedAt = new Date('2026-03-01T15:00:00+03:00') }: Money,
) {
  const orderId = await shop.confirmedForCash();
  const [row] = await db
    .insert(payouts)
    .values({
      ...{ orderId, farmerId: shop.farm.id, status: 'paid', amountCents: amount * 100, receipt },
      ...{ heldUntil: movedAt, createdAt: movedAt, settledAt: movedAt },
    })
    .returning({ id: payouts.id });
  return { orderId, id: row?.id ?? 0 };
}
