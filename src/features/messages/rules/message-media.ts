import type { Language } from '#platform/rules/language.ts';
import { m } from '#text';
import type { MessageKind } from './message.ts';

/** Requires a session's token. Smaller photos: `?size=320` or `?size=800`. */
export const messageMediaPath = (conversationId: number, mediaId: number) =>
  `/api/conversations/${conversationId}/media/${mediaId}`;

export function wordlessText(kind: MessageKind | null, language: Language): string {
  const locale = { locale: language };
  if (kind === 'photo') return m.messagePhoto({}, locale);
  return kind === 'voice' ? m.messageVoice({}, locale) : '';
}
