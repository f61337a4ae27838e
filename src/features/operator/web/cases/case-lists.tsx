import type { Fulfilment, OrderStatus } from '#orders/rules/order-facts.ts';
import { OrderStatusBadge } from '#orders/web/order-status.tsx';
import { priceText, quantityText } from '#products/rules/product-texts.ts';
import { moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState, QueryView } from '#ui/feedback.tsx';
import { dateText, dayText, momentText, timeText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import { ageText, kindText, kindTone, operationText } from '../case-texts.ts';
import { type OrderPageData, useDeskSearch } from '../desk-client.ts';
import { RowButton, RowList, Section } from '../desk-parts.tsx';

export function Queue() {
  const { open, go } = useDeskSearch();
  const list = trpc.desk.cases.list.useQuery();
  return (
    <QueryView query={list} skeleton={<Skeleton className="h-96 w-full" />}>
      {({ cases, count }) =>
        cases.length === 0 ? (
          <EmptyState picture="orders" title={m.deskNoCases()} />
        ) : (
          <>
            <RowList>
              {cases.map(({ kind, page, id, since, cents, who, said }) => (
                <RowButton
                  key={`${kind}-${id}-${said}`}
                  isOpen={open?.page === page && open.id === id}
                  onClick={() =>
                    go(page === 'statement' ? { tab: 'statement' } : { open: { page, id } })
                  }
                  first={<Badge tone={kindTone(kind)}>{kindText(kind)}</Badge>}
                  second={
                    <>
                      <span className="block text-muted text-sm">{phoneText(who)}</span>
                      {[
                        page === 'order' ? m.deskOrderNumber({ id }) : '',
                        kind === 'request' ? operationText(said) : said,
                      ]
                        .filter(Boolean)
                        .join(': ')}
                    </>
                  }
                  figure={cents > 0 ? moneyText(shillingsOf(cents)) : ''}
                  note={ageText(since)}
                />
              ))}
            </RowList>
            {count > cases.length && (
              <p className="text-center text-muted text-sm">
                {m.deskMoreCases({ count: count - cases.length })}
              </p>
            )}
          </>
        )
      }
    </QueryView>
  );
}

export function OpenRequests({ requests }: Pick<OrderPageData, 'requests'>) {
  const { go } = useDeskSearch();
  if (requests.length === 0) return null;
  return (
    <Section title={m.deskKindRequest()}>
      <ul className="divide-y divide-line">
        {requests.map(({ id, operation, requestedBy, requestedAt }) => (
          <li key={id} className="py-1">
            <button
              type="button"
              className="link min-h-11 text-left font-semibold"
              onClick={() => go({ open: { page: 'request', id } })}
            >
              {m.deskRequestNumber({ id })}: {operationText(operation)}
            </button>
            <p className="break-words text-muted text-sm">
              {requestedBy} · {momentText(requestedAt)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type OrderRowProps = {
  order: {
    id: number;
    status: OrderStatus;
    fulfilment: Fulfilment;
    depositPaidAt: string | null;
    totalCents: number;
    farmName: string | null;
    createdAt: string;
  };
};

export function OrderRow({ order }: OrderRowProps) {
  const { id, totalCents, farmName, createdAt } = order;
  const { open, go } = useDeskSearch();
  return (
    <RowButton
      isOpen={open?.page === 'order' && open.id === id}
      onClick={() => go({ open: { page: 'order', id } })}
      first={
        <>
          <span className="font-semibold">{m.deskOrderNumber({ id })}</span>
          <OrderStatusBadge order={order} />
        </>
      }
      second={farmName}
      figure={moneyText(shillingsOf(totalCents))}
      note={dateText(createdAt)}
    />
  );
}

export type Entry = {
  key: string;
  at: string;
  what: React.ReactNode;
  by?: string | null;
  cents?: number;
  more?: React.ReactNode;
};

export function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const sorted = entries.toSorted((one, other) => one.at.localeCompare(other.at)).reverse();
  return (
    <Section title={title}>
      <ol className="divide-y divide-line">
        {sorted.map(({ key, at, what, by, cents, more }) => (
          <li key={key} className="grid gap-x-4 py-2.5 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
            <time dateTime={at} title={momentText(at)} className="text-muted text-sm leading-6">
              {dayText(at)}, {timeText(at)}
            </time>
            <div className="min-w-0">
              <p className="flex justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{what}</span>
                  {by && <span className="text-muted"> · {by}</span>}
                </span>
                {cents !== undefined && <Amount cents={cents} />}
              </p>
              {more}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const Amount = ({ cents }: { cents: number }) => (
  <span className="font-bold tabular-nums">{moneyText(shillingsOf(cents))}</span>
);

export const Media = ({ url, alt }: { url: string; alt: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    <img
      src={url}
      alt={alt}
      loading="lazy"
      className="mt-1 h-28 rounded-field bg-line object-cover"
    />
  </a>
);

type Conversation = Pick<OrderPageData['conversations'][number], 'productName' | 'messages'>;
type Message = Conversation['messages'][number];

/** Each offer says what became of it, so the events about it are left out. */
export const messageEntries = ({ productName, messages }: Conversation): Entry[] =>
  messages
    .filter(({ kind }) => kind !== 'event')
    .map((message) => ({
      key: `message-${message.id}`,
      at: message.sentAt,
      what: message.from === 'farmer' ? m.deskFarmer() : m.orderColumnBuyer(),
      by: productName,
      more: <Words message={message} />,
    }));

const Words = ({ message: { text, offer, media } }: { message: Message }) => (
  <>
    <p className="whitespace-pre-line wrap-anywhere empty:hidden">
      {offer ? offerText(offer) : text}
    </p>
    {media.map(({ id, url, isVoice }) =>
      isVoice ? (
        <a key={id} href={url} className="link inline-flex min-h-11 items-center">
          {m.messageVoice()}
        </a>
      ) : (
        <Media key={id} url={url} alt={m.messagePhoto()} />
      ),
    )}
  </>
);

function offerText({ quantity, unit, price, status }: NonNullable<Message['offer']>): string {
  const terms = { quantity: quantityText(quantity, unit), price: priceText(price, unit) };
  const words = [`${m.messagesKindOffer()}: ${m.priceOfferTerms(terms)}`, offerEnds[status]?.()];
  return words.filter(Boolean).join('\u00a0· ');
}

const offerEnds: Partial<Record<NonNullable<Message['offer']>['status'], () => string>> = {
  accepted: m.deskOfferAgreed,
  declined: m.priceOfferDeclined,
  countered: m.priceOfferCountered,
  withdrawn: m.priceOfferWithdrawn,
  expired: m.priceOfferExpired,
  released: m.priceOfferReleased,
  ordered: m.priceOfferOrdered,
};
