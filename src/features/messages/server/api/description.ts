import * as z from 'zod/mini';
import {
  conversationIdInput,
  getConversationInput,
  getMediaInput,
  listConversationsInput,
  markReadInput,
  messageKinds,
  reportConversationInput,
  sendMessageInput,
  sendPhotosInput,
  sendVoiceInput,
  sides,
  startConversationInput,
} from '#features/messages/rules/message.ts';
import {
  counterOfferInput,
  makeOfferInput,
  offerIdInput,
} from '#features/messages/rules/price-offer.ts';
import { offerStatuses } from '#features/orders/rules/cart.ts';
import { photoErrors } from '#features/photos/contract.ts';
import { voiceContentTypes } from '#features/photos/rules/limits.ts';
import { units } from '#features/products/rules/product.ts';
import { moment, named, nextCursor } from '#platform/contract/answers.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { ApiDescription, PathDescription } from '#platform/server/openapi/api-description.ts';
import { messageFields } from './message-fields.ts';

const text = z.string();

const offer = named(
  'PriceOffer',
  z.object({
    id: z.int(),
    conversationId: z.int(),
    productName: text,
    status: z.enum(offerStatuses),
    quantity: z.number(),
    unit: z.enum(units),
    netWeightKg: z.nullable(z.number()),
    price: z.number(),
    total: z.number(),
    by: z.enum(sides),
    expiresAt: moment,
    heldUntil: z.nullable(moment),
    orderId: z.nullable(z.int()),
  }),
);

const message = named(
  'Message',
  z.object({
    id: z.int(),
    from: z.enum(sides),
    kind: z.enum(messageKinds),
    text,
    offer: z.nullable(offer),
    news: z.nullable(z.enum(['accepted', 'declined', 'withdrawn', 'released'])),
    photos: z.array(z.object({ id: z.int(), width: z.int(), height: z.int(), url: text })),
    voice: z.nullable(
      z.object({
        id: z.int(),
        seconds: z.int(),
        contentType: z.enum(voiceContentTypes),
        url: text,
      }),
    ),
    sentAt: moment,
    isRead: z.boolean(),
    warning: z.nullable(z.enum(['paysOutside', 'sharesCode'])),
  }),
);

const conversation = named(
  'Conversation',
  z.object({
    id: z.int(),
    productId: z.nullable(z.int()),
    productName: text,
    swahiliName: z.nullable(text),
    buyerName: text,
    farmId: z.nullable(z.int()),
    farmName: text,
    county: text,
    unread: z.int(),
    lastText: text,
    lastKind: z.nullable(z.enum(messageKinds)),
    lastFrom: z.nullable(z.enum(sides)),
    lastAt: moment,
    isBlocked: z.boolean(),
    isBlockedByMe: z.boolean(),
    isOver: z.boolean(),
  }),
);

const conversationAnswer = z.object({ conversation });
const writeErrors = [
  'CONVERSATION_NOT_FOUND',
  'CONVERSATION_BLOCKED',
  'CONVERSATION_OVER',
  'TOO_MANY_MESSAGES',
  'SUSPENDED',
] as const satisfies readonly ErrorCode[];
const startErrors = [...writeErrors, 'PRODUCT_NOT_FOUND', 'TOO_MANY_CONVERSATIONS'] as const;
const offerErrors = [
  ...writeErrors,
  'OFFER_GONE',
  'QUANTITY_NOT_WHOLE',
  'OWN_FARM',
  'OUT_OF_STOCK',
  'ORDER_TOO_LARGE',
] as const;

type Step = Pick<PathDescription, 'summary' | 'by'> & Partial<PathDescription>;

const inConversation = (step: Step): PathDescription => ({
  input: conversationIdInput,
  fromPath: { id: 'conversationId' },
  answer: conversationAnswer,
  errors: ['CONVERSATION_NOT_FOUND', 'CONVERSATION_OVER'],
  ...step,
});

const ofOffer = (step: Step): PathDescription => ({
  input: offerIdInput,
  fromPath: { id: 'offerId' },
  idempotencyKey: 'optional',
  answer: z.object({ offer }),
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
  ...step,
});

const photosIn = {
  details: 'One to three photos, with an optional text.',
  input: sendPhotosInput,
  files: 'photos',
  idempotencyKey: 'optional',
  status: 201,
} as const;
const voiceIn = {
  details: 'One recording of up to 60 seconds: WebM, Ogg or MP4.',
  input: sendVoiceInput,
  files: 'voice',
  idempotencyKey: 'optional',
  status: 201,
} as const;
const photoMessageErrors = [...photoErrors, 'TOO_MANY_MESSAGE_PHOTOS', 'TOO_MUCH_MEDIA'] as const;
const voiceErrors = [
  'VOICE_MISSING',
  'VOICE_TYPE_REFUSED',
  'VOICE_TOO_LARGE',
  'VOICE_LENGTH_WRONG',
  'TOO_MUCH_MEDIA',
  'STORAGE_FULL',
  'STORAGE_FULL_UNPROVEN',
  'UPLOAD_BROKEN',
  'DISK_FULL',
] as const;
const startedAnswer = z.object({ conversationId: z.int(), message });

export const messageApi: ApiDescription = {
  title: 'Messages and price offers',
  fields: messageFields,
  paths: {
    'POST /api/conversations': {
      summary: 'Write to a farmer about a product',
      by: 'buyer',
      input: startConversationInput,
      idempotencyKey: 'optional',
      status: 201,
      answer: conversationAnswer,
      errors: startErrors,
    },
    'GET /api/conversations': {
      summary: 'List your conversations',
      by: 'user',
      input: listConversationsInput,
      answer: z.object({ conversations: z.array(conversation), nextCursor }),
    },
    'GET /api/conversations/:id': inConversation({
      summary: 'Read a conversation',
      details: 'The newest message first.',
      by: 'user',
      input: getConversationInput,
      answer: z.object({ conversation, messages: z.array(message), nextCursor }),
    }),
    'POST /api/conversations/:id/messages': inConversation({
      summary: 'Write a message',
      by: 'user',
      input: sendMessageInput,
      idempotencyKey: 'optional',
      status: 201,
      answer: z.object({ message }),
      errors: writeErrors,
    }),
    'POST /api/conversations/:id/read': inConversation({
      summary: 'Mark messages as read',
      by: 'user',
      input: markReadInput,
    }),
    'POST /api/conversations/:id/block': inConversation({
      summary: 'Block the other side',
      by: 'user',
    }),
    'POST /api/conversations/:id/unblock': inConversation({
      summary: 'Stop blocking the other side',
      by: 'user',
    }),
    'POST /api/conversations/:id/report': inConversation({
      summary: 'Report a conversation',
      by: 'user',
      input: reportConversationInput,
      errors: ['CONVERSATION_NOT_FOUND', 'ALREADY_REPORTED'],
    }),
    'POST /api/conversations/:id/offers': inConversation({
      summary: 'Offer a price',
      by: 'user',
      input: makeOfferInput,
      idempotencyKey: 'optional',
      status: 201,
      answer: z.object({ offer }),
      errors: [...offerErrors, 'PRICE_OFFER_OPEN', 'BUYERS_ONLY'],
    }),
    'POST /api/conversations/:id/photos': {
      ...photosIn,
      summary: 'Send photos',
      by: 'user',
      answer: z.object({ message }),
      errors: [...writeErrors, ...photoMessageErrors],
    },
    'POST /api/conversations/:id/voice': {
      ...voiceIn,
      summary: 'Send a voice note',
      by: 'user',
      answer: z.object({ message }),
      errors: [...writeErrors, ...voiceErrors],
    },
    'POST /api/conversations/about/:id/photos': {
      ...photosIn,
      summary: 'Send photos about a product',
      by: 'buyer',
      answer: startedAnswer,
      errors: [...startErrors, ...photoMessageErrors],
    },
    'POST /api/conversations/about/:id/voice': {
      ...voiceIn,
      summary: 'Send a voice note about a product',
      by: 'buyer',
      answer: startedAnswer,
      errors: [...startErrors, ...voiceErrors],
    },
    'GET /api/conversations/:id/media/:mediaId': {
      summary: 'Open a photo or voice note',
      by: 'user',
      input: getMediaInput,
      fromPath: { id: 'conversationId', mediaId: 'mediaId' },
      file: ['image/jpeg', 'image/webp', ...voiceContentTypes],
    },
    'POST /api/offers/:id/accept': ofOffer({ summary: 'Accept a price offer', by: 'user' }),
    'POST /api/offers/:id/decline': ofOffer({ summary: 'Refuse a price offer', by: 'user' }),
    'POST /api/offers/:id/withdraw': ofOffer({
      summary: 'Take your price offer back',
      by: 'user',
    }),
    'POST /api/offers/:id/release': ofOffer({
      summary: 'Give up an agreed price offer',
      by: 'buyer',
    }),
    'POST /api/offers/:id/counter': ofOffer({
      summary: 'Answer with another price offer',
      by: 'user',
      input: counterOfferInput,
      status: 201,
    }),
  },
};
