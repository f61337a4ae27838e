import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { Figure, Figures } from '#platform/web/ui/layout/figures.tsx';
import type { PaymentFigures as PaymentSums } from './use-payments.ts';

const NON_BREAKING_HYPHEN = '\u2011';

/** Received, outstanding and paid-out amounts. */
export function PaymentFigures({ figures }: { figures: PaymentSums }) {
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
    <Figures>
      <Figure label={m.paymentsReceived()} value={moneyText(totalReceived)} />
      <Figure
        label={m.paymentsPending()}
        value={moneyText(pendingAmount)}
        note={
          pendingTransactions > 0
            ? m.paymentsPendingCount({ count: pendingTransactions })
            : undefined
        }
        isWarning={pendingTransactions > 0}
      />
      <Figure
        label={m.paymentsMpesa().replace('-', NON_BREAKING_HYPHEN)}
        value={figureText(mpesaTransactions)}
      />
      <Figure
        label={m.paymentsThisMonth()}
        value={moneyText(receivedThisMonth)}
        note={trendText(figures.trendPercent)}
      />
      <Figure label={m.payoutsWaiting()} value={moneyText(payoutsDue)} />
      <Figure label={m.payoutsDone()} value={moneyText(payoutsPaid)} />
    </Figures>
  );
}

/** Undefined if there was no income last month, because there is no percentage of zero. */
function trendText(percent: number | null): string | undefined {
  if (percent === null) return undefined;
  if (percent === 0) return m.paymentsTrendSame();
  return percent > 0 ? m.paymentsTrendUp({ percent }) : m.paymentsTrendDown({ percent: -percent });
}
