/* Money in KES. */

import * as z from 'zod/mini';
import { offerStatuses } from '#orders/rules/order-input.ts';
import { voiceContentTypes } from '#photos/rules/photo.ts';
import { moment, named, nextCursor, noted, operation } from '#platform/contract.ts';
import { units } from '#products/rules/product.ts';
import {
  conversationIdInput,
  getConversationInput,
  listConversationsInput,
  markReadInput,
  messageKinds,
  reportConversationInput,
  sendMessageInput,
  sides,
  startConversationInput,
} from './rules/message.ts';
import { counterOfferInput, makeOfferInput, offerIdInput } from './rules/price-offer.ts';

const text = z.string();
const side = z.enum(sides);
const id = noted(z.int(), 'The id.', 12);
const conversationId = noted(z.int(), 'The id of the conversation.', 12);
const productName = noted(text, 'The name of the product.', 'Tomatoes, grade 1');
const url = noted(
  text,
  'The path of the file. It needs the same token.',
  '/api/conversations/12/media/4',
);

const offer = named(
  'PriceOffer',
  z.object({
    id,
    conversationId,
    productName,
    status: noted(z.enum(offerStatuses), 'The status of the price offer.', 'open'),
    quantity: noted(z.number(), "In the product's unit, two decimals.", 10),
    unit: noted(z.enum(units), 'What the quantity and the price count.', 'crates'),
    netWeightKg: noted(z.nullable(z.number()), 'Kilograms in one unit, or null.', 20),
    price: noted(z.number(), 'KES per unit.', 1100),
    total: noted(z.number(), 'KES.', 11_000),
    by: noted(side, 'Who made it.', 'buyer'),
    expiresAt: noted(moment, 'Until when it can be accepted.', '2026-11-28T21:00:00.000Z'),
    heldUntil: noted(
      z.nullable(moment),
      'Until when the goods are held once it is accepted.',
      null,
    ),
    orderId: noted(z.nullable(z.int()), 'The order that it became, or null.', null),
  }),
);

const photo = z.object({
  id,
  width: noted(z.int(), 'Pixels.', 1600),
  height: noted(z.int(), 'Pixels.', 1200),
  url,
});
const voice = z.object({
  id,
  seconds: noted(z.int(), 'How long it is.', 8),
  contentType: noted(z.enum(voiceContentTypes), 'The format.', 'audio/webm'),
  url,
});

const message = named(
  'Message',
  z.object({
    id,
    from: noted(side, 'Who wrote it.', 'buyer'),
    kind: noted(z.enum(messageKinds), 'What it is.', 'text'),
    text: noted(text, 'The words; empty for most other kinds.', 'Do you still have tomatoes?'),
    offer: noted(z.nullable(offer), 'The price offer, or null.'),
    news: noted(
      z.nullable(z.enum(['accepted', 'declined', 'withdrawn', 'released'])),
      'What an event says about its price offer.',
      'accepted',
    ),
    photos: noted(z.array(photo), 'The photos.'),
    voice: noted(z.nullable(voice), 'The voice note, or null.'),
    sentAt: noted(moment, 'When it was sent.', '2026-11-26T07:30:00.000Z'),
    isRead: noted(z.boolean(), 'The other side has seen it.', true),
    warning: noted(
      z.nullable(z.enum(['paysOutside', 'sharesCode'])),
      'Why the reader should be careful, or null.',
      null,
    ),
  }),
);

const conversation = named(
  'Conversation',
  z.object({
    id,
    productId: noted(z.nullable(z.int()), 'The id of the product; null once it is deleted.', 17),
    productName,
    swahiliName: noted(
      z.nullable(text),
      'The Swahili name of the crop, unless the name says it.',
      'Nyanya',
    ),
    buyerName: noted(text, 'Empty once the account is deleted.', 'Otieno Odhiambo'),
    farmId: noted(z.nullable(z.int()), 'The id of the farm; null once its account is deleted.', 5),
    farmName: noted(text, 'Empty once the account is deleted.', 'Wanjiku Farm'),
    county: noted(text, 'The county of the farm.', 'Nakuru'),
    unread: noted(z.int(), 'How many messages you have not read.', 1),
    lastText: noted(text, 'The latest message.', 'Do you still have tomatoes?'),
    lastKind: noted(z.nullable(z.enum(messageKinds)), 'The kind of the latest message.', 'text'),
    lastFrom: noted(z.nullable(side), 'Who wrote it.', 'buyer'),
    lastAt: noted(moment, 'When it was written.', '2026-11-26T07:30:00.000Z'),
    isBlocked: noted(z.boolean(), 'One side has blocked the other.', false),
    isBlockedByMe: noted(z.boolean(), 'You have blocked the other side.', false),
    isOver: noted(z.boolean(), 'The other account is deleted.', false),
  }),
);

const oneConversation = noted(conversation, 'The conversation.');
const writeErrors = [
  'CONVERSATION_NOT_FOUND',
  'CONVERSATION_BLOCKED',
  'CONVERSATION_OVER',
  'TOO_MANY_MESSAGES',
  'SUSPENDED',
] as const satisfies readonly ErrorCode[];

export const startConversation = operation({
  by: 'buyer',
  rest: 'POST /api/conversations',
  summary: 'Write to a farmer about a product',
  input: startConversationInput,
  answer: oneConversation,
  under: 'conversation',
  once: true,
  status: 201,
  errors: [...writeErrors, 'PRODUCT_NOT_FOUND', 'TOO_MANY_CONVERSATIONS'],
});
export const listConversations = operation({
  by: 'user',
  rest: 'GET /api/conversations',
  summary: 'List your conversations',
  input: listConversationsInput,
  notes: { search: ['Words of the messages, or how they begin.', 'tomat'] },
  answer: z.object({
    conversations: noted(z.array(conversation), 'The one with the latest message first.'),
    nextCursor,
  }),
});
export const countUnread = operation({ by: 'user' });

const inConversation = {
  by: 'user',
  own: 'conversation',
  fromPath: { id: 'conversationId' },
} as const;

export const getConversation = operation({
  ...inConversation,
  rest: 'GET /api/conversations/:id',
  summary: 'Read a conversation',
  details: 'The newest message first.',
  input: getConversationInput,
  answer: z.object({
    conversation: oneConversation,
    messages: noted(z.array(message), 'The newest first.'),
    nextCursor,
  }),
  errors: ['CONVERSATION_NOT_FOUND', 'CONVERSATION_OVER'],
});
export const sendMessage = operation({
  ...inConversation,
  rest: 'POST /api/conversations/:id/messages',
  summary: 'Write a message',
  input: sendMessageInput,
  notes: { text: ['The words.', 'Do you still have tomatoes?'] },
  answer: noted(message, 'The message.'),
  under: 'message',
  once: true,
  status: 201,
  errors: writeErrors,
});

const ofConversation = {
  ...inConversation,
  answer: oneConversation,
  under: 'conversation',
  errors: ['CONVERSATION_NOT_FOUND', 'CONVERSATION_OVER'],
} as const;

export const markRead = operation({
  ...ofConversation,
  rest: 'POST /api/conversations/:id/read',
  summary: 'Mark messages as read',
  input: markReadInput,
  notes: { upTo: ['The last message that was shown; all without it.', 30] },
});
export const blockPerson = operation({
  ...ofConversation,
  rest: 'POST /api/conversations/:id/block',
  summary: 'Block the other side',
  input: conversationIdInput,
});
export const unblockPerson = operation({
  ...ofConversation,
  rest: 'POST /api/conversations/:id/unblock',
  summary: 'Stop blocking the other side',
  input: conversationIdInput,
});
export const reportConversation = operation({
  ...ofConversation,
  rest: 'POST /api/conversations/:id/report',
  summary: 'Report a conversation',
  input: reportConversationInput,
  notes: { reason: ['What is wrong.', 'Asks me to pay outside SokoShamba.'] },
  once: true,
  errors: ['CONVERSATION_NOT_FOUND', 'ALREADY_REPORTED'],
});

const offerErrors = [
  ...writeErrors,
  'OFFER_GONE',
  'QUANTITY_NOT_WHOLE',
  'OWN_FARM',
  'OUT_OF_STOCK',
  'ORDER_TOO_LARGE',
] as const;
const offering = { answer: offer, under: 'offer', once: true } as const;

export const makeOffer = operation({
  ...inConversation,
  ...offering,
  rest: 'POST /api/conversations/:id/offers',
  summary: 'Offer a price',
  input: makeOfferInput,
  notes: {
    validDays: ['For how many more days after today; 0 is the end of today.', 2],
    validHours: ['The same in hours, for older clients.', 48],
  },
  status: 201,
  errors: [...offerErrors, 'PRICE_OFFER_OPEN', 'BUYERS_ONLY'],
});

const ofOffer = {
  ...offering,
  by: 'user',
  own: 'offer',
  fromPath: { id: 'offerId' },
  input: offerIdInput,
  notes: { 'path.id': ['The id of the conversation, product or price offer.', 12] },
  errors: [
    ...offerErrors,
    'PRICE_OFFER_NOT_FOUND',
    'PRICE_OFFER_ANSWERED',
    'PRICE_OFFER_EXPIRED',
    'PRICE_OFFER_OWN',
    'PRICE_OFFER_NOT_OWN',
    'PRICE_OFFER_OUTDATED',
    'TOO_MANY_HELD_OFFERS',
  ],
} as const;

export const acceptOffer = operation({
  ...ofOffer,
  rest: 'POST /api/offers/:id/accept',
  summary: 'Accept a price offer',
  changes: 'stock',
});
export const declineOffer = operation({
  ...ofOffer,
  rest: 'POST /api/offers/:id/decline',
  summary: 'Refuse a price offer',
});
export const withdrawOffer = operation({
  ...ofOffer,
  rest: 'POST /api/offers/:id/withdraw',
  summary: 'Take your price offer back',
});
export const releaseOffer = operation({
  ...ofOffer,
  by: 'buyer',
  rest: 'POST /api/offers/:id/release',
  summary: 'Give up an agreed price offer',
  changes: 'stock',
});
export const counterOffer = operation({
  ...ofOffer,
  rest: 'POST /api/offers/:id/counter',
  summary: 'Answer with another price offer',
  input: counterOfferInput,
  status: 201,
});
