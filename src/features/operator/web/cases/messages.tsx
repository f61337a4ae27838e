import { priceText, quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import type { OrderPageData } from './case-data.ts';
import { type Entry, Media } from './entries.tsx';

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
