import { Banknote, CalendarDays, Clock, HandCoins, Smartphone, Wallet } from 'lucide-react';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { FigureCard } from '#platform/web/ui/layout/figure-card.tsx';
import type { PaymentFigures as Figures } from './use-payments.ts';

/** Received, outstanding and paid-out amounts. */
export function PaymentFigures({ figures }: { figures: Figures }) {
  const {
    totalReceived,
    pendingAmount,
    pendingTransactions,
    mpesaTransactions,
    receivedThisMonth,
    payoutsDue,
    payoutsPaid,
  } = figures;
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3">
      <FigureCard label={m.paymentsReceived()} value={moneyText(totalReceived)} icon={Banknote} />
      <FigureCard
        label={m.paymentsPending()}
        value={moneyText(pendingAmount)}
        note={
          pendingTransactions > 0
            ? m.paymentsPendingCount({ count: pendingTransactions })
            : undefined
        }
        icon={Clock}
        isWarning={pendingTransactions > 0}
      />
      <FigureCard
        label={m.paymentsMpesa()}
        value={figureText(mpesaTransactions)}
        icon={Smartphone}
      />
      <FigureCard
        label={m.paymentsThisMonth()}
        value={moneyText(receivedThisMonth)}
        note={trendText(figures.trendPercent)}
        icon={CalendarDays}
      />
      <FigureCard label={m.payoutsWaiting()} value={moneyText(payoutsDue)} icon={HandCoins} />
      <FigureCard label={m.payoutsDone()} value={moneyText(payoutsPaid)} icon={Wallet} />
    </div>
  );
}

/** Undefined if there was no income last month, because there is no percentage of zero. */
function trendText(percent: number | null): string | undefined {
  if (percent === null) return undefined;
  if (percent === 0) return m.paymentsTrendSame();
  return percent > 0 ? m.paymentsTrendUp({ percent }) : m.paymentsTrendDown({ percent: -percent });
}
