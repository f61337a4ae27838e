import { useEffect, useRef, useState } from 'react';
import { m } from '#text';
import { lazy } from '#ui/lazy.tsx';
import { PHOTOS_PER_MESSAGE } from '../rules/message.ts';
import { Composer } from './composer.tsx';
import { Icon } from './message-parts.tsx';
import type { Target, useQueue } from './message-queue.ts';

/** The most widely playable first. */
const types = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/ogg;codecs=opus'];

const LazyVoiceRecorder = lazy(
  () => import('./media/voice-recorder.tsx'),
  'VoiceRecorder',
  <div className="min-h-16 border-line border-t bg-card" />,
);

type WritingProps = {
  to: Target;
  queue: Pick<ReturnType<typeof useQueue>, 'send' | 'sendFiles'>;
  isFocused: boolean;
  /** Chosen photos and a voice note in progress are lost on unmounting. */
  onHolding?: (isHolding: boolean) => void;
};

export function Writing({ to, queue, isFocused, onHolding }: WritingProps) {
  const chosen = useChosenPhotos();
  const [type] = useState(voiceType);
  const [speaking, setSpeaking] = useState<'not' | 'now' | 'before'>('not');
  const stop = () => setSpeaking('before');
  const count = chosen.photos.length;
  const isHolding = speaking === 'now' || count > 0;
  useEffect(() => onHolding?.(isHolding), [onHolding, isHolding]);
  if (speaking === 'now' && type) {
    return (
      <LazyVoiceRecorder
        type={type}
        onSend={(file, seconds) => {
          queue.sendFiles({ text: '', media: { kind: 'voice', seconds }, files: [file] });
          stop();
        }}
        onClose={stop}
      />
    );
  }
  const send = (text: string) => {
    if (count === 0) queue.send(text);
    else queue.sendFiles({ text, media: { kind: 'photo', count }, files: chosen.take() });
  };
  return (
    <Composer
      to={to}
      onSend={send}
      isFocused={isFocused || speaking === 'before'}
      above={<ChosenPhotoRow chosen={chosen} />}
      hasMore={count > 0}
      instead={type && <SpeakButton onClick={() => setSpeaking('now')} />}
    >
      {!chosen.isFull && <PhotoButton chosen={chosen} />}
    </Composer>
  );
}

const SpeakButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-label={m.messagesVoiceRecord()}
    onClick={onClick}
    className="grid size-12 shrink-0 place-items-center rounded-full bg-leaf-solid text-white hover:bg-leaf-strong"
  >
    <Icon name="voice" className="size-5.5" />
  </button>
);

/** Null if the server accepts none of the browser's types, or the page is not secure. */
function voiceType(): string | null {
  if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices) return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

function PhotoButton({ chosen }: { chosen: ChosenPhotos }) {
  return (
    <label className="relative grid size-12 shrink-0 cursor-pointer place-items-center rounded-full text-leaf hover:bg-leaf-soft has-focus-visible:outline-3 has-focus-visible:outline-leaf">
      <Icon name="photo" className="size-6" />
      <span className="sr-only">{m.messagesPhotoAdd({ max: PHOTOS_PER_MESSAGE })}</span>
      <input
        type="file"
        accept="image/*"
        multiple
        className="sr-only"
        onChange={({ target }) => {
          chosen.add([...(target.files ?? [])]);
          // Reset, so that choosing the same file again fires a change event.
          target.value = '';
        }}
      />
    </label>
  );
}

function ChosenPhotoRow({ chosen: { photos, isTooMany, remove } }: { chosen: ChosenPhotos }) {
  if (photos.length === 0) return null;
  return (
    <div className="pb-2">
      <ul className="flex gap-2">
        {photos.map((photo, index) => (
          <li key={photo.url} className="relative">
            <img
              src={photo.url}
              alt={m.messagesPhotoNumber({ number: index + 1, count: photos.length })}
              className="size-20 rounded-field border border-line bg-sunk object-cover"
            />
            <button
              type="button"
              aria-label={m.productPhotoRemove({ number: index + 1 })}
              onClick={() => remove(photo)}
              className="absolute -top-2 -right-2 grid size-11 place-items-center rounded-full"
            >
              <span className="grid size-7 place-items-center rounded-full border border-line bg-card text-ink shadow-raised">
                <Icon name="clear" className="size-4" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="pt-1 text-muted text-sm empty:hidden">
        {isTooMany && m.messagesPhotosMax({ max: PHOTOS_PER_MESSAGE })}
      </p>
    </div>
  );
}

type ChosenPhoto = { url: string; name: string; ready: Promise<File> };
type ChosenPhotos = ReturnType<typeof useChosenPhotos>;

/** Shrinks each photo as soon as it is chosen, so that sending is immediate. */
function useChosenPhotos() {
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [isTooMany, setIsTooMany] = useState(false);
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const all = urls.current;
    return () => {
      for (const url of all) URL.revokeObjectURL(url);
    };
  }, []);
  const forget = (gone: readonly ChosenPhoto[]) => {
    for (const { url } of gone) {
      URL.revokeObjectURL(url);
      urls.current.delete(url);
    }
    setPhotos((all) => all.filter((photo) => !gone.includes(photo)));
    setIsTooMany(false);
  };
  return {
    photos,
    isTooMany,
    isFull: photos.length >= PHOTOS_PER_MESSAGE,
    add: (files: readonly File[]) => {
      const room = PHOTOS_PER_MESSAGE - photos.length;
      const added = files.slice(0, room).map((file): ChosenPhoto => {
        const url = URL.createObjectURL(file);
        urls.current.add(url);
        return { url, name: file.name, ready: shrink(file) };
      });
      setPhotos([...photos, ...added]);
      setIsTooMany(files.length > room);
    },
    remove: (photo: ChosenPhoto) => forget([photo]),
    take: (): Promise<File[]> => {
      forget(photos);
      return Promise.all(photos.map(({ ready }) => ready));
    },
  };
}

/** A photo that cannot be shrunk is sent unchanged. */
async function shrink(file: File): Promise<File> {
  try {
    const { shrinkPhoto } = await import('#photos/web/shrink-photo.ts');
    const shrunk = await shrinkPhoto(file);
    return shrunk instanceof File ? shrunk : new File([shrunk], 'photo.jpg', { type: shrunk.type });
  } catch {
    return file;
  }
}
