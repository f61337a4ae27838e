/* Photos and voice notes of messages, as people see them. */
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { MessageKind } from './message.ts';

/**
 * Where a photo or voice note is read, with its session's token; a photo also smaller, with
 * `?size=320` or `?size=800`.
 */
export const messageMediaPath = (conversationId: number, mediaId: number) =>
  `/api/conversations/${conversationId}/media/${mediaId}`;

/** What a list says of a message without words; empty for one whose kind says nothing by itself. */
export function wordlessText(kind: MessageKind | null, language: Language): string {
  const locale = { locale: language };
  if (kind === 'photo') return m.messagePhoto({}, locale);
  return kind === 'voice' ? m.messageVoice({}, locale) : '';
}
