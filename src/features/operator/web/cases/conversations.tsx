import { momentText } from '#platform/web/ui/format/date-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { priceText, quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import type { OrderPageData } from './case-data.ts';
import { Section } from './section.tsx';

type Conversation = Pick<
  OrderPageData['conversations'][number],
  'conversationId' | 'productName' | 'messages'
>;

export function Conversations({ conversations }: { conversations: readonly Conversation[] }) {
  return conversations.map(({ conversationId, productName, messages }) => (
    <Section key={conversationId} title={m.deskMessagesAbout({ product: productName })}>
      <ol className="grid gap-2">
        {messages.filter(isShown).map(({ id, from, text, offer, sentAt, media }) => (
          <li
            key={id}
            className={classNames(
              'max-w-[85%] rounded-field px-3 py-2',
              from === 'farmer' ? 'justify-self-end bg-leaf-soft text-on-leaf-soft' : 'bg-line/60',
            )}
          >
            <p className="text-sm opacity-90">
              <span className="font-semibold">
                {from === 'farmer' ? m.deskFarmer() : m.deskBuyer()}
              </span>
              , {momentText(sentAt)}
            </p>
            <p className="whitespace-pre-line break-words empty:hidden">
              {wordsOf({ text, offer })}
            </p>
            {media.map(({ id: medium, url, isVoice }) =>
              isVoice ? (
                <a key={medium} href={url} className="link inline-flex min-h-11 items-center">
                  {m.deskVoiceNote()}
                </a>
              ) : (
                <a key={medium} href={url} target="_blank" rel="noreferrer">
                  <img
                    src={url}
                    alt={m.deskPhoto()}
                    loading="lazy"
                    className="mt-1 max-h-48 rounded-field"
                  />
                </a>
              ),
            )}
          </li>
        ))}
      </ol>
    </Section>
  ));
}

type Message = Conversation['messages'][number];

/** Each offer says what became of it, so the events about it are left out. */
const isShown = ({ kind }: Message) => kind !== 'event';

function wordsOf({ text, offer }: Pick<Message, 'text' | 'offer'>): string {
  if (!offer) return text;
  const { quantity, unit, price, status } = offer;
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
