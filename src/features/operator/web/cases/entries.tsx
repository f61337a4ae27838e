import type { ReactNode } from 'react';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { priceText, quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { dayText, momentText, timeText } from '#ui/format/date-text.ts';
import type { OrderPageData } from '../desk-client.ts';
import { Section } from '../desk-parts.tsx';

export type Entry = {
  key: string;
  at: string;
  what: ReactNode;
  by?: string | null;
  cents?: number;
  more?: ReactNode;
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
