import * as z from 'zod/mini';
import { REASON_MAX } from '#orders/rules/limits.ts';
import { PRIVATE_PHOTO_SIZES_PIXELS, VOICE_NOTE_MAX_SECONDS } from '#photos/rules/limits.ts';
import { fieldError, listLimit, paragraph, rowId, searchLine } from '#platform/rules/fields.ts';
import type { Language } from '#platform/rules/language.ts';
import { CURSOR_MAX, LIST_LIMIT_MAX } from '#platform/rules/limits.ts';
import { m } from '#text';
import { CONVERSATION_SEARCH_MAX, MESSAGE_MAX } from './limits.ts';

/** Uploads create photos and voice notes; steps of offers create offers and events. */
export const messageKinds = ['text', 'offer', 'photo', 'voice', 'event'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const sides = ['buyer', 'farmer'] as const;
export type Side = (typeof sides)[number];

export const conversationIdInput = z.object({ conversationId: rowId });

const messageText = paragraph('messageRequired').check(
  z.minLength(1, fieldError('messageRequired')),
  z.maxLength(MESSAGE_MAX, fieldError('fieldTooLong')),
);

/** Later messages about the product go to the same conversation. */
export const startConversationInput = z.object({ productId: rowId, text: messageText });
export type StartConversation = z.infer<typeof startConversationInput>;

export const sendMessageInput = z.object({ conversationId: rowId, text: messageText });
export type SendMessage = z.infer<typeof sendMessageInput>;

/** The first message about a product starts its conversation. */
export type MediaTarget = { conversationId: number } | { productId: number };

export const sendPhotosInput = z.object({
  text: z._default(paragraph().check(z.maxLength(MESSAGE_MAX, fieldError('fieldTooLong'))), ''),
});
export type SendPhotos = z.infer<typeof sendPhotosInput>;

/** As declared by the sender. */
export const sendVoiceInput = z.object({
  seconds: z
    .int(fieldError('voiceSecondsInvalid'))
    .check(
      z.gte(1, fieldError('voiceSecondsInvalid')),
      z.lte(VOICE_NOTE_MAX_SECONDS, fieldError('voiceSecondsInvalid')),
    ),
});
export type SendVoice = z.infer<typeof sendVoiceInput>;

const cursor = z.optional(z.string().check(z.maxLength(CURSOR_MAX, fieldError('fieldInvalid'))));

/** `search`: words in the messages, or prefixes of them. */
export const listConversationsInput = z.object({
  search: z.optional(
    searchLine().check(z.maxLength(CONVERSATION_SEARCH_MAX, fieldError('fieldTooLong'))),
  ),
  limit: listLimit(LIST_LIMIT_MAX),
  cursor,
});
export type ListConversations = z.infer<typeof listConversationsInput>;

export const getConversationInput = z.object({
  conversationId: rowId,
  limit: listLimit(LIST_LIMIT_MAX),
  cursor,
});
export type GetConversation = z.infer<typeof getConversationInput>;

/** `size`: the long side of a photo in pixels; the largest by default. */
export const getMediaInput = z.object({
  conversationId: rowId,
  mediaId: rowId,
  size: z.optional(z.literal(PRIVATE_PHOTO_SIZES_PIXELS, fieldError('fieldInvalid'))),
});
export type GetMedia = z.infer<typeof getMediaInput>;

/** `upTo`: the last message that was shown; without it, all. */
export const markReadInput = z.object({ conversationId: rowId, upTo: z.optional(rowId) });
export type MarkRead = z.infer<typeof markReadInput>;

export const reportConversationInput = z.object({
  conversationId: rowId,
  reason: paragraph('reasonRequired').check(
    z.minLength(1, fieldError('reasonRequired')),
    z.maxLength(REASON_MAX, fieldError('fieldTooLong')),
  ),
});
export type ReportConversation = z.infer<typeof reportConversationInput>;

/** Requires a session's token. Smaller photos: `?size=320` or `?size=800`. */
export const messageMediaPath = (conversationId: number, mediaId: number) =>
  `/api/conversations/${conversationId}/media/${mediaId}`;

export function wordlessText(kind: MessageKind | null, language: Language): string {
  const locale = { locale: language };
  if (kind === 'photo') return m.messagePhoto({}, locale);
  return kind === 'voice' ? m.messageVoice({}, locale) : '';
}
