/* The newest messages first. An offer that waits for the farmer comes before them. */

import { sendMessageInput, wordlessText } from '#messages/rules/message.ts';
import { counterOfferInput, offerEventText } from '#messages/rules/price-offer.ts';
import { markRead, sendMessage } from '#messages/server/conversations.ts';
import { acceptOffer, counterOffer, declineOffer } from '#messages/server/price-offers.ts';
import { findConversation, getConversation } from '#messages/server/read-conversations.ts';
import { priceOf, quantityOf } from '#products/server/list-own-products.ts';
import { amountText } from '#rules/amounts.ts';
import { shortName } from '#rules/text/sms.ts';
import { AppError } from '#server/app-error.ts';
import { m } from '#text';
import { markHeard, type SpeakerCall, say } from '../speakers.ts';
import {
  type Definition,
  end,
  figureIn,
  judge,
  list,
  nextPage,
  type On,
  piecesOf,
  type Screen,
} from './define-screen.ts';

type Talk = Awaited<ReturnType<typeof getConversation>>;
type Message = Talk['messages'][number];
type Offer = NonNullable<Message['offer']>;

const MESSAGES_READ = 20;
const PIECE_CHARACTERS = 125;

const isToAnswer = ({ kind, offer }: Message) =>
  kind === 'offer' && offer?.status === 'open' && offer.by === 'buyer';

const nameOf = ({ buyerName }: { buyerName: string }, language: Language) =>
  shortName(buyerName || m.mailOrderSomeone({}, { locale: language }));

function textOf(message: Message, { name, language }: { name: string; language: Language }) {
  const { kind, text, offer, news, from } = message;
  const locale = { locale: language };
  if (news) return offerEventText(news, { isOwn: from === 'farmer', name }, locale);
  if (!offer) return [wordlessText(kind, language), text].filter(Boolean).join(' ');
  return say(language, m.smsOfferLine, {
    ...termsOf(offer, language),
    total: amountText(offer.total),
  });
}

function termsOf(offer: Offer, language: Language) {
  const goods = { ...offer, name: shortName(offer.productName) };
  return { ...quantityOf(goods, { locale: language }), ...priceOf(goods, { locale: language }) };
}

const readTalk = (on: SpeakerCall, conversationId: number) =>
  getConversation(on, { conversationId, limit: MESSAGES_READ });

async function readPieces(on: On<'conversation'>) {
  const { screen, language } = on;
  const { conversation: talk, messages } = await readTalk(on, screen.conversationId);
  const name = nameOf(talk, language);
  const shown = screen.messageIds.flatMap((id) => messages.find((one) => one.id === id) ?? []);
  return shown.flatMap((message) => {
    const author = message.from === 'farmer' ? say(language, m.smsYou) : name;
    const text = `${author}: ${textOf(message, { name, language })}`;
    return piecesOf(text, PIECE_CHARACTERS).map((piece) => ({ piece, message }));
  });
}

const answers = new Map([
  ['2', acceptOffer],
  ['3', declineOffer],
]);
const COUNTER = '4';

const conversation: Definition<'conversation'> = {
  async show(on) {
    const { screen, language } = on;
    const pieces = await readPieces(on);
    const shown = pieces[screen.page];
    const choices = [
      say(language, m.smsStepReply),
      ...(shown && isToAnswer(shown.message) ? [say(language, m.smsStepsOffer)] : []),
      ...(pieces.length > screen.page + 1 ? [say(language, m.smsMenuMore)] : []),
    ];
    return [shown?.piece ?? '', ...choices].join('\n');
  },
  async take(on, input) {
    const { screen, language } = on;
    const { conversationId } = screen;
    if (input === '1') return { screen: { at: 'reply', conversationId, back: screen } };
    const pieces = await readPieces(on);
    const next = nextPage(screen, { input, count: pieces.length, size: 1 });
    if (next) return next;
    const shown = pieces[screen.page]?.message;
    if (!shown?.offer || !isToAnswer(shown)) return null;
    if (input === COUNTER)
      return {
        screen: { at: 'counter', conversationId, offerId: shown.offer.id, back: screen },
      };
    const answer = answers.get(input);
    if (!answer) return null;
    const { status, productName } = await answer(on, { offerId: shown.offer.id });
    await markHeard(on);
    const product = shortName(productName);
    return end(
      say(language, status === 'accepted' ? m.smsOfferAccepted : m.smsOfferDeclined, { product }),
    );
  },
};

async function offerOf(on: On<'counter'>): Promise<Offer> {
  const { messages } = await readTalk(on, on.screen.conversationId);
  const found = messages.find(({ offer }) => offer?.id === on.screen.offerId)?.offer;
  if (!found) throw new AppError('PRICE_OFFER_NOT_FOUND');
  return found;
}

const counter: Definition<'counter'> = {
  async show(on) {
    return say(on.language, m.smsAskCounter, termsOf(await offerOf(on), on.language));
  },
  take(on, input) {
    const { screen, language } = on;
    const { offerId } = screen;
    return judge(on, counterOfferInput.shape.price, figureIn(input), async (price) => {
      const made = await counterOffer(on, { offerId, price });
      await markHeard(on);
      return end(say(language, m.smsCountered, termsOf(made, language)));
    });
  },
};

const reply: Definition<'reply'> = {
  show: ({ language }) => say(language, m.smsAskReply),
  take(on, text) {
    const { screen, language } = on;
    const { conversationId } = screen;
    return judge(on, sendMessageInput, { conversationId, text }, async (message) => {
      await sendMessage(on, message);
      await markHeard(on);
      return end(say(language, m.smsReplySent));
    });
  },
};

const conversations = list({
  async lineOf(on, conversationId) {
    const { language } = on;
    const found = await findConversation(on, { conversationId });
    const values = { name: nameOf(found, language), product: shortName(found.productName) };
    return found.unread === 0
      ? say(language, m.smsConversationLine, values)
      : say(language, m.smsConversationUnread, { ...values, count: found.unread });
  },
  async open(on, conversationId): Promise<Screen> {
    const { messages } = await readTalk(on, conversationId);
    const upTo = messages[0]?.id;
    await markRead(on, { conversationId, upTo });
    const first = messages.filter(isToAnswer);
    const inOrder = [...first, ...messages.filter((message) => !first.includes(message))];
    const messageIds = inOrder.map(({ id }) => id);
    return { at: 'conversation', conversationId, messageIds, page: 0, back: on.screen };
  },
});

export const conversationScreens = { conversations, conversation, counter, reply };
