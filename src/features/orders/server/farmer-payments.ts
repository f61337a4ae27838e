import { findFarmerProfile } from '#farms/server/queries.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { writeCsv } from '#rules/csv.ts';
import { dayInNairobi, daysAfter, type Month, monthInNairobi, monthsAfter } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import type { Support } from '#server/config.ts';
import { pageById } from '#server/cursor.ts';
import { createFairQueue, holdsNoSlot } from '#server/fair-queue.ts';
import { clientOfPerson, heavyWork } from '#server/heavy-work.ts';
import {
  listFarmDays,
  listPaymentRows,
  listPaymentsBetween,
  type PaymentRead,
  readFarmSums,
  sumAwaited,
  sumPayoutsDue,
} from './payments/statements/statement-queries.ts';

type PaymentList = { cursor?: string | undefined; limit?: number | undefined };

export const EARNINGS_DAYS = 30;
const PAYMENTS_PAGE_SIZE = 50;
const STATEMENT_ROWS_MAX = 5000;

export async function listPayments(
  { db, user }: PersonCall,
  { cursor, limit = PAYMENTS_PAGE_SIZE }: PaymentList,
) {
  const { rows, nextCursor } = await pageById(
    (part) => listPaymentRows(db, { farmerId: user.id, ...part }),
    { name: 'payments', cursor, size: limit, idOf: ({ id }) => id },
  );
  return { payments: rows.map(readPayment), nextCursor };
}

/** In the specification's words. Money in KES. */
function readPayment(row: PaymentRead) {
  const { payoutStatus, payoutCents, payoutReceipt } = row;
  return {
    id: row.id,
    orderId: row.orderId,
    buyerName: [row.firstName, row.lastName].filter(Boolean).join(' '),
    amount: shillingsOf(row.amountCents),
    method: row.method,
    date: row.receivedAt,
    status: row.state,
    receipt: row.receipt,
    payout:
      payoutStatus === null || payoutCents === null
        ? null
        : {
            status: payoutStatus,
            amount: shillingsOf(payoutCents),
            receipt: payoutReceipt,
            date: row.payoutSettledAt,
          },
  };
}

/** A statement has thousands of rows, so farmers take turns. */
const statements = createFairQueue({
  atOnce: 2,
  waitingMax: 60,
  waitMilliseconds: 60_000,
  retryAfterSeconds: 10,
});

/**
 * In KES. `isWhole` is false if there are more payments than a statement lists; the sums include
 * all.
 */
export const getStatement = (
  { db, user, withoutSlot }: PersonCall<'withoutSlot'>,
  { month }: { month: Month },
) =>
  statements.run(clientOfPerson(user.id), () => readStatement(db, { farmerId: user.id, month }), {
    withoutSlot,
  });

async function readStatement(
  db: Database,
  { farmerId, month }: { farmerId: number; month: Month },
) {
  const span = { farmerId, ...daysOf(month) };
  const rows = await listPaymentsBetween(db, { ...span, limit: STATEMENT_ROWS_MAX + 1 });
  const sums = await readFarmSums(db, span);
  return {
    month,
    payments: rows.slice(0, STATEMENT_ROWS_MAX).map(readPayment),
    isWhole: rows.length <= STATEMENT_ROWS_MAX,
    sums: {
      count: sums['M-Pesa'].count + sums['Cash on delivery'].count,
      received: shillingsOf(receivedOf(sums)),
      mpesa: shillingsOf(sums['M-Pesa'].cents),
      cash: shillingsOf(sums['Cash on delivery'].cents),
      refunded: shillingsOf(sums.refunded.cents),
      paidOut: shillingsOf(sums.paidOut.cents),
    },
  };
}

type Sums = Awaited<ReturnType<typeof readFarmSums>>;

const receivedOf = (sums: Sums) => sums['M-Pesa'].cents + sums['Cash on delivery'].cents;

const daysOf = (month: Month) => ({
  from: `${month}-01`,
  to: daysAfter(`${monthsAfter(month, 1)}-01`, -1),
});

/** In KES. `trendPercent` compares this month with the last one; null if that had no income. */
export async function summarizePayments({ db, user, clock }: PersonCall<'clock'>) {
  const farmerId = user.id;
  const month = monthInNairobi(clock());
  const all = await readFarmSums(db, { farmerId });
  const awaited = await sumAwaited(db, farmerId);
  const due = await sumPayoutsDue(db, farmerId);
  const receivedIn = async (one: Month) =>
    receivedOf(await readFarmSums(db, { farmerId, ...daysOf(one) }));
  const thisMonth = await receivedIn(month);
  const lastMonth = await receivedIn(monthsAfter(month, -1));
  return {
    totalReceived: shillingsOf(receivedOf(all)),
    pendingAmount: shillingsOf(awaited.cents),
    pendingTransactions: awaited.count,
    mpesaTransactions: all['M-Pesa'].count,
    receivedThisMonth: shillingsOf(thisMonth),
    receivedLastMonth: shillingsOf(lastMonth),
    trendPercent: trendOf(thisMonth, lastMonth),
    payoutsDue: shillingsOf(due.cents),
    payoutsPaid: shillingsOf(all.paidOut.cents),
  };
}

/** In KES. `payouts` is the part of the dues that is sent by `heldUntil` at the latest. */
export async function sumFarmersMoney(db: Database, farmerId: number) {
  const sums = await readFarmSums(db, { farmerId });
  const { cents: dueCents, heldUntil } = await sumPayoutsDue(db, farmerId);
  const inHandCents = sums['Cash on delivery'].cents + sums.paidOut.cents;
  // A payment may be returned to its buyer after its payout.
  const totalCents = Math.max(receivedOf(sums), inHandCents);
  return {
    received: shillingsOf(totalCents),
    inHand: shillingsOf(inHandCents),
    due: shillingsOf(totalCents - inHandCents),
    payouts: { due: shillingsOf(dueCents), heldUntil },
  };
}

/** M-Pesa money counts from its payment on, cash from the handover on. */
export async function readEarnings(db: Database, farmerId: number, { clock }: { clock: Clock }) {
  const today = dayInNairobi(clock());
  const days = Array.from({ length: EARNINGS_DAYS }, (_, index) =>
    daysAfter(today, index + 1 - EARNINGS_DAYS),
  );
  const from = daysAfter(today, 1 - EARNINGS_DAYS);
  const rows = await listFarmDays(db, { farmerId, from, to: today });
  const received = new Map(rows.map(({ day, cents }) => [day, shillingsOf(cents)]));
  return days.map((day) => ({ day, amount: received.get(day) ?? 0 }));
}

const trendOf = (now: number, before: number) =>
  before === 0 ? null : Math.round(((now - before) / before) * 100);

const columns = [
  'payment_id',
  'date',
  'order_id',
  'buyer',
  'method',
  'amount_kes',
  'status',
  'receipt',
  'payout_status',
  'payout_kes',
  'payout_receipt',
];

/** Column names are in English, so that the file is the same in both languages. */
export async function exportPayments(call: PersonCall<'withoutSlot'>, { month }: { month: Month }) {
  const { payments } = await getStatement(call, { month });
  const rows = payments.map(
    ({ id, date, orderId, buyerName, method, amount, status, receipt, payout }) => [
      id,
      dayInNairobi(date),
      orderId,
      buyerName,
      method,
      amount,
      status,
      receipt ?? '',
      payout?.status ?? '',
      payout?.amount ?? '',
      payout?.receipt ?? '',
    ],
  );
  return { csv: writeCsv([columns, ...rows]), name: `sokoshamba-payments-${month}.csv` };
}

type Wanted = { farmerId: number; month?: Month | undefined; language: Language };

export async function writePaymentReport(
  db: Database,
  { farmerId, month, language }: Wanted,
  { clock, support }: { clock: Clock; support: Support },
) {
  const madeAt = clock();
  const farmer = await findFarmerProfile(db, farmerId);
  if (!farmer) throw new AppError('NOT_FOUND');
  const { firstName, lastName, farmName } = farmer;
  const statement = await getStatement(
    { db, user: { id: farmerId }, withoutSlot: holdsNoSlot },
    { month: month ?? monthInNairobi(madeAt) },
  );
  // The library takes memory that most servers never need.
  const { drawReport } = await import('./payments/statements/draw-report.ts');
  const report = { ...statement, farmName, farmerName: `${firstName} ${lastName}`, madeAt };
  const document = await heavyWork.run(clientOfPerson(farmerId), () =>
    drawReport(report, { language, supportEmail: support.email }),
  );
  return { name: `sokoshamba-payments-${statement.month}.pdf`, document };
}
