import { type ReactNode, useState } from 'react';
import { messageMediaPath } from '#messages/rules/message.ts';
import { m } from '#text';
import { lazy } from '#ui/browser/lazy.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { useMedia } from '../../../../platform/web/client/fetch-file.ts';
import { Icon } from '../icons.tsx';
import type { MessagePhoto } from '../message-texts.ts';

const LazyPhotoDialog = lazy(
  () => import('./photo-dialog.tsx').then(({ PhotoDialog }) => PhotoDialog),
  null,
);

export function MessagePhotos({
  conversationId,
  photos,
}: {
  conversationId: number;
  photos: readonly MessagePhoto[];
}) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <PhotoGrid count={photos.length}>
      {photos.map((photo, index) => (
        <SmallPhoto
          key={photo.id}
          photo={photo}
          path={messageMediaPath(conversationId, photo.id)}
          isAlone={photos.length === 1}
          name={m.messagesPhotoNumber({ number: index + 1, count: photos.length })}
          onOpen={() => setOpen(index)}
        />
      ))}
      {open !== null && (
        <LazyPhotoDialog
          conversationId={conversationId}
          photos={photos}
          first={open}
          onClose={() => setOpen(null)}
        />
      )}
    </PhotoGrid>
  );
}

export const PhotoGrid = ({ count, children }: { count: number; children: ReactNode }) => (
  <div
    className={classNames(
      '-mx-2 mt-0.5 mb-1 grid w-60 max-w-[calc(100%+1rem)] gap-1',
      gridClasses[count],
    )}
  >
    {children}
  </div>
);

const gridClasses: Record<number, string> = { 2: 'grid-cols-2', 3: 'w-72! grid-cols-3' };

const PORTRAIT = 3 / 4;
const LANDSCAPE = 16 / 9;

export const shapeOf = ({ width, height }: Pick<MessagePhoto, 'width' | 'height'>): number =>
  Math.min(LANDSCAPE, Math.max(PORTRAIT, width / height));

type SmallPhotoProps = {
  photo: MessagePhoto;
  path: string;
  isAlone: boolean;
  name: string;
  onOpen: () => void;
};

/** Reserves the photo's space, so that nothing moves when it loads. */
function SmallPhoto({ photo, path, isAlone, name, onOpen }: SmallPhotoProps) {
  const { url, hasFailed, again } = useMedia(`${path}?size=320`);
  return (
    <button
      type="button"
      aria-label={hasFailed ? m.messagesPhotoAgain({ name }) : m.messagesPhotoOpen({ name })}
      onClick={hasFailed ? again : onOpen}
      style={{ aspectRatio: isAlone ? shapeOf(photo) : 1 }}
      className="grid min-h-11 w-full place-items-center overflow-hidden rounded-xl bg-line/60"
    >
      {url && (
        <img src={url} alt={name} width={photo.width} height={photo.height} className="cover" />
      )}
      {hasFailed && (
        <span className="grid justify-items-center gap-1 p-2 text-sm text-ink">
          <Icon name="again" />
          {m.queueRetry()}
        </span>
      )}
    </button>
  );
}
