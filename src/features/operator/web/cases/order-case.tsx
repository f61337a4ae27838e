import { OrderStatusBadge } from '#orders/web/order-status.tsx';
import {
  depositText,
  orderedText,
  paymentMethodText,
  paymentStatusLabels,
} from '#orders/web/order-texts.ts';
import { priceText } from '#products/rules/product-texts.ts';
import { moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Badge } from '#ui/feedback.tsx';
import { momentText } from '#ui/format.ts';
import { actorText, statusText } from '../case-texts.ts';
import { type OrderPageData, useDeskSearch } from '../desk-client.ts';
import { CaseColumns, Facts } from '../desk-parts.tsx';
import { Entries, type Entry, Media, messageEntries, OpenRequests } from './case-lists.tsx';
import { Choices } from './choices.tsx';

type OrderCaseProps = Omit<OrderPageData, 'choices'> & {
  /** Null on the page of a request, which has its own choice. */
  choices: OrderPageData['choices'] | null;
};

export function OrderCase({ order, conversations, requests, choices }: OrderCaseProps) {
  const { id, paymentStatus, totalCents } = order;
  return (
    <div className="grid gap-3">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-extrabold text-2xl">{m.deskOrderNumber({ id })}</h2>
          <OrderStatusBadge order={order} />
          <span className="ml-auto font-extrabold text-2xl tabular-nums">
            {moneyText(shillingsOf(totalCents))}
          </span>
        </div>
        <p className="mb-1 text-muted text-sm">
          {paymentMethodText(order.paymentMethod, order.fulfilment)} ·{' '}
          {depositText(order) ?? paymentStatusLabels[paymentStatus]()}
        </p>
        <Facts
          facts={[
            [m.orderColumnBuyer(), <Person key="buyer" person={order.buyer} />],
            [m.deskFarmer(), <Person key="farmer" person={order.farmer} farm={order.farmName} />],
          ]}
        />
      </header>
      <CaseColumns
        toDo={
          choices && (
            <>
              <OpenRequests requests={requests} />
              <Choices choices={choices} order={order} />
            </>
          )
        }
      >
        <Timeline order={order} conversations={conversations} />
      </CaseColumns>
    </div>
  );
}

type PersonProps = { person: OrderPageData['order']['buyer']; farm?: string | null };

function Person({ person, farm }: PersonProps) {
  const { go } = useDeskSearch();
  const id = person?.id;
  if (!person || !id) return m.deskGone();
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <button
        type="button"
        className="link min-h-11 text-left font-semibold sm:min-h-8"
        onClick={() => go({ open: { page: 'account', id } })}
      >
        {person.firstName} {person.lastName}
      </button>
      <span className="wrap-anywhere text-muted">
        {[farm, phoneText(person.phoneNumber ?? '') || person.email].filter(Boolean).join(' · ')}
      </span>
      {person.suspendedAt && <Badge tone="soil">{m.deskSuspendedBadge()}</Badge>}
    </span>
  );
}

type Order = OrderPageData['order'];

function Timeline({ order, conversations }: Pick<OrderPageData, 'order' | 'conversations'>) {
  const entries = [...eventsOf(order), ...moneyOf(order), ...conversations.flatMap(messageEntries)];
  return <Entries title={m.deskSteps()} entries={entries} />;
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className="wrap-anywhere text-muted text-sm empty:hidden">{children}</p>
);

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

const Priced = ({ cents, children }: { cents: number; children: React.ReactNode }) => (
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
