import { useState } from 'react';
import { messageMediaPath } from '#messages/rules/message.ts';
import { isSlowLine } from '#photos/web/shrink-photo.ts';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { Button, Spinner } from '#ui/elements.tsx';
import { useMedia } from '#web/fetch-file.ts';
import { Icon, type MessagePhoto } from '../message-parts.tsx';

type PhotoDialogProps = {
  conversationId: number;
  photos: readonly MessagePhoto[];
  first: number;
  onClose: () => void;
};

export function PhotoDialog({ conversationId, photos, first, onClose }: PhotoDialogProps) {
  const [index, setIndex] = useState(first);
  const photo = photos[index];
  const count = photos.length;
  const title = m.messagesPhotoNumber({ number: index + 1, count });
  const step = (by: number) => setIndex((index + by + count) % count);
  return (
    <Dialog title={title} isOpen onClose={onClose} isBroad>
      {photo && (
        <LargePhoto
          key={photo.id}
          path={messageMediaPath(conversationId, photo.id)}
          photo={photo}
          name={title}
        />
      )}
      {count > 1 && (
        <div className="mt-3 flex gap-2 *:flex-1 *:px-2!">
          <Button variant="secondary" size="small" onClick={() => step(-1)}>
            <Icon name="back" />
            {m.messagesPhotoBefore()}
          </Button>
          <Button variant="secondary" size="small" onClick={() => step(1)}>
            {m.messagesPhotoNext()}
            <Icon name="back" className="size-5 rotate-180" />
          </Button>
        </div>
      )}
    </Dialog>
  );
}

type LargePhotoProps = { path: string; photo: MessagePhoto; name: string };

/** A slow connection gets the smaller size, a quarter of the bytes. */
function LargePhoto({ path, photo: { width, height }, name }: LargePhotoProps) {
  const [size] = useState(() => (isSlowLine() ? 800 : 1600));
  const { url, hasFailed, again } = useMedia(`${path}?size=${size}`);
  return (
    <div
      style={{ aspectRatio: width / height }}
      className="mx-auto grid max-h-[70dvh] max-w-full place-items-center overflow-hidden rounded-field bg-sunk"
    >
      {url && <img src={url} alt={name} className="size-full object-contain" />}
      {!url && !hasFailed && <Spinner />}
      {hasFailed && (
        <div role="alert" className="grid justify-items-center gap-3 p-6 text-center">
          <p>{m.loadFailed()}</p>
          <Button variant="secondary" size="small" onClick={again}>
            {m.queueRetry()}
          </Button>
        </div>
      )}
    </div>
  );
}
