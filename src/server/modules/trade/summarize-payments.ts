import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { shillingsOf } from '#shared/money.ts';
import { monthInNairobi, monthsAfter, spanOfMonth } from '#shared/month.ts';
import { sumAwaited, sumPayments, sumPaymentsBetween, sumPayouts } from './payments/statements/statement-queries.ts';

/** The figures above a farmer's payments. Money in KES; `trendPercent` compares this month with the last, null where that brought nothing. */
export async function summarizePayments(db: Database, farmerId: number, { clock }: { clock: Clock }) {
  const month = monthInNairobi(clock());
  const all = await sumPayments(db, farmerId);
  const awaited = await sumAwaited(db, farmerId);
  const payouts = await sumPayouts(db, farmerId);
  const thisMonth = await sumPaymentsBetween(db, { farmerId, ...spanOfMonth(month) });
  const lastMonth = await sumPaymentsBetween(db, { farmerId, ...spanOfMonth(monthsAfter(month, -1)) });
  return {
    totalReceived: shillingsOf(all.receivedCents),
    pendingAmount: shillingsOf(awaited.cents),
    pendingTransactions: awaited.count,
    mpesaTransactions: all.mpesaCount,
    receivedThisMonth: shillingsOf(thisMonth.receivedCents),
    receivedLastMonth: shillingsOf(lastMonth.receivedCents),
    trendPercent: trendOf(thisMonth.receivedCents, lastMonth.receivedCents),
    payoutsDue: shillingsOf(payouts.dueCents),
    payoutsPaid: shillingsOf(payouts.paidCents),
  };
}

const trendOf = (now: number, before: number) => (before === 0 ? null : Math.round(((now - before) / before) * 100));
