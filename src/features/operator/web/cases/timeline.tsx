import type { ReactNode } from 'react';
import { orderedText } from '#orders/web/order-texts.ts';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { priceText } from '#products/web/product-texts.ts';
import { m } from '#text';
import type { OrderPageData } from './case-data.ts';
import { Entries, type Entry, Media } from './entries.tsx';
import { messageEntries } from './messages.tsx';
import { actorText, statusText } from './money-texts.ts';

type Order = OrderPageData['order'];

type TimelineProps = Pick<OrderPageData, 'order' | 'conversations'>;

/** What happened to an order, the newest first. */
export function Timeline({ order, conversations }: TimelineProps) {
  const entries = [...eventsOf(order), ...moneyOf(order), ...conversations.flatMap(messageEntries)];
  return <Entries title={m.deskSteps()} entries={entries} />;
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="wrap-anywhere text-muted text-sm empty:hidden">{children}</p>
);

/** Payments have entries of their own, with the receipt. */
function eventsOf(order: Order): Entry[] {
  const { events, dispute, disputeAnswer, disputeAnsweredAt } = order;
  const entries = events.flatMap(({ at, subject, to, actor, reason }, index): Entry[] => {
    if (subject === 'paymentStatus' && to === 'paid' && order.payments.length > 0) return [];
    const isOpening = subject === 'status' && to === 'disputed';
    return [
      {
        key: `event-${index}`,
        at,
        what: subject === 'total' ? m.deskNewTotal() : stateText(subject, to),
        by: actorText(actor),
        ...(subject === 'total' && { cents: Number(to) }),
        more: (
          <>
            {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
            {index === 0 && <Ordered order={order} />}
            {isOpening && dispute && (
              <div className="mt-1 flex flex-wrap gap-2">
                {dispute.photos.map(({ id, url, takenAt }) => (
                  <figure key={id}>
                    <Media url={url} alt={m.deskPhotoOf({ id: order.id })} />
                    {takenAt && (
                      <figcaption className="text-muted text-xs">{momentText(takenAt)}</figcaption>
                    )}
                  </figure>
                ))}
              </div>
            )}
          </>
        ),
      },
    ];
  });
  if (disputeAnswer && disputeAnsweredAt)
    entries.push({
      key: 'answer',
      at: disputeAnsweredAt,
      what: m.reviewAnswer(),
      by: m.deskFarmer(),
      more: <p className="whitespace-pre-line wrap-anywhere">{disputeAnswer}</p>,
    });
  return entries;
}

const stateText = (subject: 'status' | 'paymentStatus', to: string) =>
  statusText(subject === 'status' ? 'order' : 'payment', to);

function Ordered({ order: { lines, fulfilment, deliveryFeeCents, note } }: { order: Order }) {
  return (
    <>
      <ul className="text-sm">
        {lines.map((line) => (
          <Priced key={line.id} cents={line.totalCents}>
            {line.name}, {orderedText(line)} × {priceText(shillingsOf(line.priceCents), line.unit)}
          </Priced>
        ))}
        {fulfilment === 'delivery' && (
          <Priced cents={deliveryFeeCents}>{m.deliveryFeeLabel()}</Priced>
        )}
      </ul>
      <Note>{note}</Note>
    </>
  );
}

const Priced = ({ cents, children }: { cents: number; children: ReactNode }) => (
  <li className="flex justify-between gap-3">
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <span className="whitespace-nowrap tabular-nums">{moneyText(shillingsOf(cents))}</span>
  </li>
);

const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');

/** A request that was paid is told by its payment. */
function moneyOf({ payments, attempts, payouts }: Order): Entry[] {
  return [
    ...attempts
      .filter(({ id }) => !payments.some(({ attemptId }) => attemptId === id))
      .map(({ id, status, amountCents, phoneNumber, resultText, requestedAt }) => ({
        key: `attempt-${id}`,
        at: requestedAt,
        what: m.deskAttemptNumber({ id }),
        by: statusText('attempt', status),
        cents: amountCents,
        more: <Note>{joined([phoneText(phoneNumber ?? ''), resultText])}</Note>,
      })),
    ...payments.map((payment) => ({
      key: `payment-${payment.id}`,
      at: payment.receivedAt,
      what: m.deskPaymentNumber({ id: payment.id }),
      by: statusText('money', payment.state),
      cents: payment.amountCents,
      more: (
        <Note>
          {joined([phoneText(payment.phoneNumber ?? ''), payment.receipt, payment.refundReceipt])}
        </Note>
      ),
    })),
    ...payouts.map((payout) => ({
      key: `payout-${payout.id}`,
      at: payout.sentAt ?? payout.createdAt,
      what: (payout.paymentId === null ? m.deskPayoutNumber : m.deskDifferenceNumber)({
        id: payout.id,
      }),
      by: statusText('payout', payout.status),
      cents: payout.amountCents,
      more: (
        <Note>
          {joined([
            phoneText(payout.sentTo ?? ''),
            payout.receipt,
            payout.sentWithId === null ? null : m.deskSentWith({ id: payout.sentWithId }),
            payout.resultText,
          ])}
        </Note>
      ),
    })),
  ];
}
