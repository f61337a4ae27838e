/* What buyers and farmers write to each other. */
import * as z from 'zod/mini';
import { CONVERSATION_SEARCH_MAX, MESSAGE_MAX } from '#features/messages/rules/limits.ts';
import { REASON_MAX } from '#features/orders/rules/limits.ts';
import { PHOTO_SIZES_PIXELS } from '#features/photos/rules/limits.ts';
import { productId } from '#features/products/rules/product.ts';
import {
  CURSOR_MAX,
  ID_MAX,
  LIST_LIMIT_MAX,
  VOICE_NOTE_MAX_SECONDS,
} from '#platform/rules/limits.ts';
import { listLimit } from '#platform/rules/list-limit.ts';
import { fieldError, line, paragraph } from '#platform/rules/text/line.ts';

/**
 * What a message can be. Photos and voice notes come in by uploads, offers and events by what is
 * done with offers.
 */
export const messageKinds = ['text', 'offer', 'photo', 'voice', 'event'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Who of the two wrote it. */
export const sides = ['buyer', 'farmer'] as const;
export type Side = (typeof sides)[number];

export const conversationId = z
  .int(fieldError('fieldInvalid'))
  .check(z.gte(1, fieldError('fieldInvalid')), z.lte(ID_MAX, fieldError('fieldInvalid')));
export const conversationIdInput = z.object({ conversationId });

const messageText = paragraph('messageRequired').check(
  z.minLength(1, fieldError('messageRequired')),
  z.maxLength(MESSAGE_MAX, fieldError('fieldTooLong')),
);

/** A buyer's first words about a product; later ones go to the same conversation. */
export const startConversationInput = z.object({ productId, text: messageText });
export type StartConversation = z.infer<typeof startConversationInput>;

export const sendMessageInput = z.object({ conversationId, text: messageText });
export type SendMessage = z.infer<typeof sendMessageInput>;

/**
 * Where photos and voice notes go: to a conversation, or to the one about a product, which begins
 * with them if there is none.
 */
export type MediaTarget = { conversationId: number } | { productId: number };

/** What comes with the photos of one message; they may be without words. */
export const sendPhotosInput = z.object({
  text: z._default(paragraph().check(z.maxLength(MESSAGE_MAX, fieldError('fieldTooLong'))), ''),
});
export type SendPhotos = z.infer<typeof sendPhotosInput>;

/** What comes with a voice note: how long its sender says that it is, in whole seconds. */
export const sendVoiceInput = z.object({
  seconds: z
    .int(fieldError('voiceSecondsInvalid'))
    .check(
      z.gte(1, fieldError('voiceSecondsInvalid')),
      z.lte(VOICE_NOTE_MAX_SECONDS, fieldError('voiceSecondsInvalid')),
    ),
});
export type SendVoice = z.infer<typeof sendVoiceInput>;

/** The formats in which browsers record; what a voice note is served as. */
export const voiceContentTypes = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const;
export type VoiceContentType = (typeof voiceContentTypes)[number];

const cursor = z.optional(z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid'))));

/** `search`: words that were written in it, or their beginnings. */
export const listConversationsInput = z.object({
  search: z.optional(
    line().check(z.maxLength(CONVERSATION_SEARCH_MAX, fieldError('fieldTooLong'))),
  ),
  limit: listLimit(LIST_LIMIT_MAX),
  cursor,
});
export type ListConversations = z.infer<typeof listConversationsInput>;

export const getConversationInput = z.object({
  conversationId,
  limit: listLimit(LIST_LIMIT_MAX),
  cursor,
});
export type GetConversation = z.infer<typeof getConversationInput>;

/** One photo or voice note. `size`: the long side of a photo, in pixels; the largest without it. */
export const getMediaInput = z.object({
  conversationId,
  mediaId: conversationId,
  size: z.optional(z.literal(PHOTO_SIZES_PIXELS, fieldError('fieldInvalid'))),
});
export type GetMedia = z.infer<typeof getMediaInput>;

/** `upTo`: the last message that was shown; left out, everything is read. */
export const markReadInput = z.object({ conversationId, upTo: z.optional(conversationId) });
export type MarkRead = z.infer<typeof markReadInput>;

export const reportConversationInput = z.object({
  conversationId,
  reason: paragraph('reasonRequired').check(
    z.minLength(1, fieldError('reasonRequired')),
    z.maxLength(REASON_MAX, fieldError('fieldTooLong')),
  ),
});
export type ReportConversation = z.infer<typeof reportConversationInput>;
