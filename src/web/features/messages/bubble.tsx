import type { ReactNode } from 'react';
import type { MessageWarning } from '#shared/messages/message-warning.ts';
import { m } from '#shared/text/compiled/messages.js';
import { timeText } from '#web/ui/format/date-text.ts';
import { classNames } from '#web/ui/layout/class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { shortText } from './message-texts.ts';
import type { Message } from './send-waiting.ts';
import type { WaitingMessage } from './waiting-messages.ts';

const warningTexts: Record<MessageWarning, () => string> = {
  paysOutside: m.messagesWarnPay,
  sharesCode: m.messagesWarnCode,
};

type BubbleProps = { message: Message; isOwn: boolean };

/** What one of the two has written, with its time and, for one's own, whether it has been read. */
export function Bubble({ message, isOwn }: BubbleProps) {
  const { sentAt, isRead, warning } = message;
  return (
    <div className={classNames('grid gap-1.5', isOwn ? 'justify-items-end' : 'justify-items-start')}>
      <Shape isOwn={isOwn}>
        <Content message={message} />
        <Foot moment={sentAt} mark={isOwn ? (isRead ? 'read' : 'sent') : null} />
      </Shape>
      {warning && (
        <p className="flex max-w-[85%] gap-2 rounded-field bg-maize-soft px-3 py-2 text-on-maize-soft text-sm sm:max-w-md">
          <Icon name="warning" className="mt-0.5 size-4.5" />
          {warningTexts[warning]()}
        </p>
      )}
    </div>
  );
}

/** What a message holds, by its kind. Links stay text. */
function Content({ message: { kind, text } }: { message: Message }) {
  if (kind === 'text' || text) return <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>;
  return <p className="italic">{shortText({ kind, text })}</p>;
}

type WaitingBubbleProps = { waiting: WaitingMessage; onRetry: () => void; onDelete: () => void };

/** What was written here and has not gone yet; what is refused says why, and waits for a decision. */
export function WaitingBubble({ waiting: { text, writtenAt, refusal }, onRetry, onDelete }: WaitingBubbleProps) {
  return (
    <div className="grid justify-items-end gap-1">
      <Shape isOwn isFaint>
        <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
        <Foot moment={writtenAt} mark={refusal === null ? 'waiting' : null} />
      </Shape>
      {refusal !== null && (
        <div role="alert" className="max-w-[85%] text-right sm:max-w-md">
          <p className="font-medium text-sm text-soil">{refusal}</p>
          <p className="flex flex-wrap justify-end gap-x-2">
            <button type="button" className="link min-h-11 px-2" onClick={onRetry}>
              {m.messagesRetry()}
            </button>
            <button type="button" className="link min-h-11 px-2" onClick={onDelete}>
              {m.messagesDelete()}
            </button>
          </p>
        </div>
      )}
    </div>
  );
}

type ShapeProps = { isOwn: boolean; isFaint?: boolean; children: ReactNode };

const Shape = ({ isOwn, isFaint = false, children }: ShapeProps) => (
  <div
    className={classNames(
      'min-w-20 max-w-[85%] rounded-2xl border px-3.5 pt-2 pb-1.5 sm:max-w-md',
      isOwn ? 'rounded-br-sm bg-leaf-soft text-on-leaf-soft' : 'rounded-bl-sm border-line bg-card',
      isOwn && (isFaint ? 'border-edge border-dashed' : 'border-transparent'),
    )}
  >
    {children}
  </div>
);

type Mark = Extract<IconName, 'sent' | 'read' | 'waiting'>;
const markTexts: Record<Mark, () => string> = { sent: m.messagesSent, read: m.messagesRead, waiting: m.messagesWaiting };

const Foot = ({ moment, mark }: { moment: string; mark: Mark | null }) => (
  <p className="mt-0.5 flex items-center justify-end gap-1 text-xs tabular-nums">
    {mark === 'waiting' ? markTexts.waiting() : <time dateTime={moment}>{timeText(moment)}</time>}
    {mark && <Icon name={mark} className="size-4" />}
    {mark && mark !== 'waiting' && <span className="sr-only">{markTexts[mark]()}</span>}
  </p>
);
