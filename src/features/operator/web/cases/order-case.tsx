import type { ReactNode } from 'react';
import { useDeskSearch } from '#operator/web/desk-search.ts';
import { OrderStatusBadge } from '#orders/web/order-status.tsx';
import {
  depositText,
  orderedText,
  paymentMethodText,
  paymentStatusLabels,
} from '#orders/web/order-texts.ts';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { priceText } from '#products/web/product-texts.ts';
import { m } from '#text';
import type { OrderPageData } from './case-data.ts';
import { Choices } from './choices.tsx';
import { Conversations } from './conversations.tsx';
import { actorText, statusText } from './money-texts.ts';
import { OpenRequests } from './open-requests.tsx';
import { Facts, Section } from './section.tsx';

const kes = (cents: number) => moneyText(shillingsOf(cents));

type OrderCaseProps = Omit<OrderPageData, 'choices'> & {
  /** Null on the page of a request, which has its own choice. */
  choices: OrderPageData['choices'] | null;
};

export function OrderCase({ order, conversations, requests, choices }: OrderCaseProps) {
  const { id, paymentStatus, totalCents, dispute, disputeAnswer } = order;
  return (
    <div className="grid gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-extrabold text-2xl">{m.deskOrderNumber({ id })}</h2>
        <OrderStatusBadge order={order} />
        <span className="ml-auto font-extrabold text-2xl tabular-nums">{kes(totalCents)}</span>
        <p className="w-full text-muted text-sm">
          {paymentMethodText(order.paymentMethod, order.fulfilment)} ·{' '}
          {depositText(order) ?? paymentStatusLabels[paymentStatus]()} ·{' '}
          {momentText(order.createdAt)}
        </p>
      </header>
      {dispute && (
        <Section title={m.deskKindDispute()}>
          <Facts
            facts={[
              [m.deskBuyer(), dispute.reason ?? m.deskGone()],
              [m.deskFarmer(), disputeAnswer ?? m.deskNoAnswer()],
              [m.deskDecision(), dispute.end?.reason],
            ]}
          />
          <Photos
            photos={dispute.photos.map((photo) => ({ ...photo, alt: m.deskPhotoOf({ id }) }))}
          />
        </Section>
      )}
      {choices && <OpenRequests requests={requests} />}
      {choices && <Choices choices={choices} order={order} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <Person title={m.deskBuyer()} person={order.buyer} />
        <Person title={m.deskFarmer()} person={order.farmer} farm={order.farmName} />
      </div>
      <Conversations conversations={conversations} />
      <Section title={m.deskOrdered()}>
        <ul>
          {order.lines.map((line) => (
            <Priced key={line.id} cents={line.totalCents}>
              {line.name}, {orderedText(line)} ×{' '}
              {priceText(shillingsOf(line.priceCents), line.unit)}
            </Priced>
          ))}
          {order.fulfilment === 'delivery' && (
            <Priced cents={order.deliveryFeeCents}>{m.deliveryFeeLabel()}</Priced>
          )}
        </ul>
        {order.note && <p className="mt-2 text-muted">{order.note}</p>}
      </Section>
      <Money order={order} />
      <Section title={m.deskSteps()}>
        <ol className="grid gap-1.5">
          {order.events.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
            <li key={index} className="grid gap-x-3 sm:grid-cols-[11rem_1fr]">
              <span className="text-muted text-sm leading-6">{momentText(event.at)}</span>
              <span>
                <span className="font-semibold">
                  {event.subject === 'total'
                    ? m.deskNewTotal({ amount: kes(Number(event.to)) })
                    : statusText(event.subject === 'status' ? 'order' : 'payment', event.to)}
                </span>
                , {actorText(event.actor)}
                {event.reason && <span className="block text-muted">{event.reason}</span>}
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

const Priced = ({ cents, children }: { cents: number; children: ReactNode }) => (
  <li className="flex justify-between gap-3">
    <span>{children}</span>
    <span className="whitespace-nowrap tabular-nums">{kes(cents)}</span>
  </li>
);

function Money({ order: { payments, attempts, payouts } }: Pick<OrderPageData, 'order'>) {
  if (payments.length + attempts.length + payouts.length === 0) return null;
  return (
    <Section title={m.deskMoney()}>
      <ul className="grid gap-2">
        {attempts.map(({ id, status, amountCents, phoneNumber, resultText, requestedAt }) => (
          <MoneyRow
            key={`attempt-${id}`}
            title={m.deskAttemptNumber({ id })}
            status={statusText('attempt', status)}
            cents={amountCents}
            note={[phoneText(phoneNumber ?? ''), momentText(requestedAt), resultText]}
          />
        ))}
        {payments.map((payment) => (
          <MoneyRow
            key={`payment-${payment.id}`}
            title={m.deskPaymentNumber({ id: payment.id })}
            status={statusText('money', payment.state)}
            cents={payment.amountCents}
            note={[
              payment.receipt,
              phoneText(payment.phoneNumber ?? ''),
              momentText(payment.receivedAt),
              payment.refundReceipt,
            ]}
          />
        ))}
        {payouts.map((payout) => (
          <MoneyRow
            key={`payout-${payout.id}`}
            title={(payout.paymentId === null ? m.deskPayoutNumber : m.deskDifferenceNumber)({
              id: payout.id,
            })}
            status={statusText('payout', payout.status)}
            cents={payout.amountCents}
            note={[
              phoneText(payout.sentTo ?? ''),
              payout.receipt,
              payout.sentAt && momentText(payout.sentAt),
              payout.sentWithId === null ? null : m.deskSentWith({ id: payout.sentWithId }),
              payout.resultText,
            ]}
          />
        ))}
      </ul>
    </Section>
  );
}

type MoneyRowProps = {
  title: string;
  status: string;
  cents: number;
  note: (string | null)[];
};

const MoneyRow = ({ title, status, cents, note }: MoneyRowProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
    <span className="flex flex-wrap items-center gap-2">
      {title} <Badge tone="plain">{status}</Badge>
    </span>
    <span className="font-bold tabular-nums">{kes(cents)}</span>
    <span className="col-span-2 break-words text-muted text-sm">
      {note.filter(Boolean).join(' · ')}
    </span>
  </li>
);

type PersonProps = { title: string; person: OrderPageData['order']['buyer']; farm?: string | null };

function Person({ title, person, farm }: PersonProps) {
  const { go } = useDeskSearch();
  const id = person?.id;
  return (
    <Section title={title}>
      {person && id ? (
        <>
          <button
            type="button"
            className="link min-h-11 text-left font-semibold"
            onClick={() => go({ open: { page: 'account', id } })}
          >
            {person.firstName} {person.lastName}
          </button>
          <p className="break-words text-muted">
            {[farm, phoneText(person.phoneNumber ?? ''), person.email].filter(Boolean).join(' · ')}
          </p>
          {person.suspendedAt && <Badge tone="soil">{m.deskSuspendedBadge()}</Badge>}
        </>
      ) : (
        <p className="text-muted">{m.deskGone()}</p>
      )}
    </Section>
  );
}

type Photo = { id: number; url: string; alt: string; takenAt: string | null };

function Photos({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className="mt-3 grid grid-cols-3 gap-2">
      {photos.map(({ id, url, alt, takenAt }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            <img
              src={url}
              alt={alt}
              loading="lazy"
              className="aspect-4/3 w-full rounded-field bg-line object-cover"
            />
          </a>
          {takenAt && <p className="mt-1 text-muted text-xs">{momentText(takenAt)}</p>}
        </li>
      ))}
    </ul>
  );
}
