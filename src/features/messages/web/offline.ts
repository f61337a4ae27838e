import { m } from '#text';
import { has, isNumber, isText, numberOf, optional, textOf } from '#web/offline/database.ts';
import type { Kind } from '#web/offline/entry.ts';
import type { MessageInput } from './message-queue.ts';

const isPhotos = has({ kind: isText, count: isNumber });
const isVoice = has({ kind: isText, seconds: isNumber });

const SHOWN_LETTERS = 80;

export const offlineMessages = {
  message: {
    isInput: has({
      to: has({ kind: isText, id: isNumber }),
      text: isText,
      media: optional((media) => isPhotos(media) || isVoice(media)),
    }),
    title: ({ text, photos, seconds }) => {
      if (seconds) return m.queueKindVoice({ seconds: numberOf(seconds) });
      if (photos && !text) return m.queueKindPhotos({ count: numberOf(photos) });
      const words = textOf(text);
      return m.queueKindMessage({
        text: words.length > SHOWN_LETTERS ? `${words.slice(0, SHOWN_LETTERS)}…` : words,
      });
    },
    call: ({ to, text, media }) => {
      if (media) return null;
      return to.kind === 'product'
        ? { path: 'conversations.start', input: { productId: to.id, text } }
        : { path: 'conversations.send', input: { conversationId: to.id, text } };
    },
    loadSend: () => import('./message-queue.ts').then(({ sendFiles }) => sendFiles),
    shownOn: '/messages',
  } satisfies Kind<MessageInput>,
};
