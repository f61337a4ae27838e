import { m } from '#platform/rules/text/compiled/messages.js';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import type { OrderPageData } from './case-data.ts';
import { Section } from './section.tsx';

type Conversation = Pick<
  OrderPageData['conversations'][number],
  'conversationId' | 'productName' | 'messages'
>;

/** The messages between the two, with signed links to photos and voice notes. */
export function Conversations({ conversations }: { conversations: readonly Conversation[] }) {
  return conversations.map(({ conversationId, productName, messages }) => (
    <Section key={conversationId} title={m.deskMessagesAbout({ product: productName })}>
      <ol className="grid gap-2">
        {messages.map(({ id, from, text, sentAt, media }) => (
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
            {text && <p className="whitespace-pre-line break-words">{text}</p>}
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
