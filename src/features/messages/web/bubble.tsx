import { useEffect, useState } from 'react';
import type { MessageWarning } from '#rules/text/message-warning.ts';
import { m } from '#text';
import { classNames } from '#ui/elements.tsx';
import { timeText } from '#ui/format.ts';
import { fetchMedia, useObjectUrl } from '#web/fetch-file.ts';
import { findFiles } from '#web/offline/entries.ts';
import { useSentPercent } from '#web/offline/mirror.ts';
import { readUser } from '#web/session.ts';
import { messageMediaPath } from '../rules/message.ts';
import { MessagePhotos, PhotoGrid, shapeOf, VoicePlayer } from './media/message-media.tsx';
import { Icon, type IconName, type Message, shortText } from './message-parts.tsx';
import type { PendingMedia, PendingMessage } from './message-queue.ts';

const warningTexts: Record<MessageWarning, () => string> = {
  paysOutside: m.messagesWarnPay,
  sharesCode: m.messagesWarnCode,
};

type BubbleProps = { message: Message; conversationId: number; isOwn: boolean };

export function Bubble({ message, conversationId, isOwn }: BubbleProps) {
  const { sentAt, isRead, warning } = message;
  return (
    <div
      className={classNames('grid gap-1.5', isOwn ? 'justify-items-end' : 'justify-items-start')}
    >
      <Shape isOwn={isOwn}>
        <Content message={message} conversationId={conversationId} />
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

/** Links stay text. If the sender's account is deleted, only the kind is named. */
function Content({
  message: { kind, text, photos, voice },
  conversationId,
}: Omit<BubbleProps, 'isOwn'>) {
  if (voice) {
    const load = () => fetchMedia(messageMediaPath(conversationId, voice.id));
    return <VoicePlayer seconds={voice.seconds} contentType={voice.contentType} load={load} />;
  }
  if (photos.length === 0 && !text) return <p className="italic">{shortText({ kind, text })}</p>;
  return (
    <>
      {photos.length > 0 && <MessagePhotos conversationId={conversationId} photos={photos} />}
      {text && <Words text={text} />}
    </>
  );
}

const Words = ({ text }: { text: string }) => (
  <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
);

type PendingBubbleProps = { waiting: PendingMessage; onRetry: () => void; onDelete: () => void };

/** Not sent yet. A refused message shows the reason, and waits for a decision. */
export function PendingBubble({ waiting, onRetry, onDelete }: PendingBubbleProps) {
  const { key, text, media, isLoose, writtenAt, refusal } = waiting;
  const percent = useSentPercent(key);
  return (
    <div className="grid justify-items-end gap-1">
      <Shape isOwn isFaint>
        {media && <PendingFiles waiting={waiting} media={media} />}
        {text && <Words text={text} />}
        <Foot moment={writtenAt} mark={refusal === null ? 'waiting' : null} percent={percent} />
      </Shape>
      {isLoose && refusal === null && (
        <p role="status" className="max-w-[85%] text-right text-muted text-sm sm:max-w-md">
          {m.queueLoose()}
        </p>
      )}
      {refusal !== null && (
        <div role="alert" className="max-w-[85%] text-right sm:max-w-md">
          <p className="font-medium text-sm text-soil">{refusal}</p>
          <p className="flex flex-wrap justify-end gap-x-2">
            <button type="button" className="link min-h-11 px-2" onClick={onRetry}>
              {m.queueRetry()}
            </button>
            <button type="button" className="link min-h-11 px-2" onClick={onDelete}>
              {m.productDelete()}
            </button>
          </p>
        </div>
      )}
    </div>
  );
}

type ShapeProps = { isOwn: boolean; isFaint?: boolean; children: React.ReactNode };

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
const markTexts: Record<Mark, () => string> = {
  sent: m.messagesSent,
  read: m.messagesRead,
  waiting: m.queueTitle,
};

type FootProps = { moment: string; mark: Mark | null; percent?: number | null };

const Foot = ({ moment, mark, percent = null }: FootProps) => (
  <p className="mt-0.5 flex items-center justify-end gap-1 text-xs tabular-nums">
    {percent !== null ? (
      m.queueStateSending({ percent })
    ) : mark === 'waiting' ? (
      markTexts.waiting()
    ) : (
      <time dateTime={moment}>{timeText(moment)}</time>
    )}
    {mark && <Icon name={mark} className="size-4" />}
    {mark && mark !== 'waiting' && <span className="sr-only">{markTexts[mark]()}</span>}
  </p>
);

function PendingFiles({
  waiting: { key },
  media,
}: {
  waiting: PendingMessage;
  media: PendingMedia;
}) {
  const files = useFiles(key);
  if (media.kind === 'voice') {
    const [voice] = files ?? [];
    return (
      <VoicePlayer
        seconds={media.seconds}
        contentType={voice?.type ?? 'audio/mp4'}
        load={() =>
          voice ? Promise.resolve(voice) : Promise.reject(new Error(m.messagesFilesLost()))
        }
      />
    );
  }
  const places = Array.from({ length: media.count }, (_, at) => at);
  return (
    <PhotoGrid count={media.count}>
      {places.map((at) => (
        <PendingPhoto
          key={at}
          file={files?.[at]}
          isAlone={media.count === 1}
          name={m.messagesPhotoNumber({ number: at + 1, count: media.count })}
        />
      ))}
    </PhotoGrid>
  );
}

function useFiles(key: string): readonly File[] | null {
  const [files, setFiles] = useState<readonly File[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    const user = readUser();
    if (user) {
      findFiles(user.id, key).then(
        (found) => isWanted && setFiles(found),
        () => {},
      );
    }
    return () => {
      isWanted = false;
    };
  }, [key]);
  return files;
}

function PendingPhoto({
  file,
  isAlone,
  name,
}: {
  file: File | undefined;
  isAlone: boolean;
  name: string;
}) {
  const url = useObjectUrl(file);
  const [shape, setShape] = useState(1);
  return (
    <div
      style={{ aspectRatio: isAlone ? shape : 1 }}
      className="overflow-hidden rounded-xl bg-line/60"
    >
      {url && (
        <img
          src={url}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setShape(shapeOf({ width, height }))
          }
          className="cover"
        />
      )}
    </div>
  );
}
