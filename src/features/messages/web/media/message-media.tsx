import { useEffect, useRef, useState } from 'react';
import { messageMediaPath } from '#messages/rules/message.ts';
import { m } from '#text';
import { saveFile } from '#ui/browser/device.ts';
import { classNames, Spinner } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { useMedia } from '#web/fetch-file.ts';
import { Icon, type MessagePhoto } from '../message-parts.tsx';

const LazyPhotoDialog = lazy(() => import('./photo-dialog.tsx'), 'PhotoDialog');

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

export const PhotoGrid = ({ count, children }: { count: number; children: React.ReactNode }) => (
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

type VoicePlayerProps = {
  /** As declared by the sender. */
  seconds: number;
  contentType: string;
  load: () => Promise<Blob>;
};

export function VoicePlayer({ seconds, contentType, load }: VoicePlayerProps) {
  const player = useRef<Player | null>(null);
  const [{ isPlaying, at, length }, setState] = useState({
    isPlaying: false,
    at: 0,
    length: seconds,
  });
  const [problem, setProblem] = useState<'none' | 'failed' | 'unplayable'>(
    canPlay(contentType) ? 'none' : 'unplayable',
  );
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => () => player.current?.close(), []);

  const fetchOnce = async () => {
    player.current ??= await createPlayer(await load(), { seconds, onChange: setState });
    return player.current;
  };
  const press = async () => {
    if (isBusy) return;
    if (isPlaying) return player.current?.pause();
    setIsBusy(true);
    setProblem('none');
    try {
      const own = await fetchOnce();
      const isPlayed = await own.play(at >= length ? 0 : at);
      if (!isPlayed) setProblem('unplayable');
    } catch {
      setProblem('failed');
    } finally {
      setIsBusy(false);
    }
  };
  const save = async () => {
    try {
      const file = await load();
      saveFile({
        name: `voice.${contentType.replace('audio/', '')}`,
        type: contentType,
        content: file,
      });
    } catch {
      setProblem('failed');
    }
  };
  if (problem === 'unplayable') return <Unplayable seconds={seconds} onSave={() => void save()} />;
  const time = clockText(isPlaying || at > 0 ? at : length);
  return (
    <div className="w-64 max-w-full">
      <div className="flex items-center gap-2.5 py-0.5">
        <button
          type="button"
          aria-label={
            isPlaying ? m.messagesVoicePause() : m.messagesVoicePlay({ length: clockText(seconds) })
          }
          onClick={() => void press()}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-solid text-white hover:bg-leaf-strong"
        >
          {isBusy ? <Spinner /> : <Icon name={isPlaying ? 'pause' : 'play'} className="size-5.5" />}
        </button>
        <input
          type="range"
          aria-label={m.messagesVoicePosition()}
          aria-valuetext={m.messagesVoiceAt({ at: clockText(at), length: clockText(length) })}
          min={0}
          max={length}
          step={0.5}
          value={at}
          onChange={({ target }) => {
            setState({ isPlaying, at: target.valueAsNumber, length });
            player.current?.moveTo(target.valueAsNumber);
          }}
          className="h-11 min-w-0 flex-1 cursor-pointer accent-leaf"
        />
        <span className="w-9 shrink-0 text-right text-sm tabular-nums">{time}</span>
      </div>
      {problem === 'failed' && (
        <p role="alert" className="text-sm text-soil">
          {m.loadFailed()}
        </p>
      )}
    </div>
  );
}

const Unplayable = ({ seconds, onSave }: { seconds: number; onSave: () => void }) => (
  <div className="max-w-64">
    <p className="text-sm">{m.messagesVoiceUnplayable({ length: clockText(seconds) })}</p>
    <button type="button" className="link min-h-11" onClick={onSave}>
      {m.messagesVoiceDownload()}
    </button>
  </div>
);

/*
 * One at a time on a page. Browsers record WebM without a duration, which cannot be seeked until
 * the browser has found its end.
 */
type PlayerState = { isPlaying: boolean; at: number; length: number };
type Player = Awaited<ReturnType<typeof createPlayer>>;

type Playing = { seconds: number; onChange: (state: PlayerState) => void };

let playing: HTMLAudioElement | null = null;

/** Older iPhones cannot play WebM. */
const canPlay = (contentType: string): boolean => new Audio().canPlayType(contentType) !== '';

async function createPlayer(sound: Blob, { seconds, onChange }: Playing) {
  const url = URL.createObjectURL(sound);
  const audio = Object.assign(new Audio(url), { preload: 'auto' });
  audio.load();
  await findEnd(audio);
  const tell = () => {
    const length = Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : seconds;
    onChange({
      isPlaying: !audio.paused && !audio.ended,
      at: audio.ended ? 0 : audio.currentTime,
      length,
    });
  };
  for (const event of ['play', 'pause', 'timeupdate', 'ended', 'durationchange'])
    audio.addEventListener(event, tell);
  return {
    /** False if the browser cannot play it. */
    async play(from: number): Promise<boolean> {
      if (playing !== audio) playing?.pause();
      playing = audio;
      audio.currentTime = from;
      try {
        await audio.play();
      } catch (error) {
        // The user paused at once, or the browser requires another tap. The note itself is fine.
        return !(error instanceof DOMException && error.name === 'NotSupportedError');
      }
      return true;
    },
    pause: () => audio.pause(),
    moveTo: (at: number) => {
      audio.currentTime = at;
    },
    close() {
      for (const event of ['play', 'pause', 'timeupdate', 'ended', 'durationchange'])
        audio.removeEventListener(event, tell);
      audio.pause();
      audio.removeAttribute('src');
      URL.revokeObjectURL(url);
      if (playing === audio) playing = null;
    },
  };
}

/** Seconds; later than the end of any note. */
const FAR = 24 * 60 * 60;

/** An error shows only on playing. */
async function findEnd(audio: HTMLAudioElement): Promise<void> {
  await once(audio, ['loadedmetadata', 'error']);
  if (audio.error || audio.duration !== Number.POSITIVE_INFINITY) return;
  const found = once(audio, ['durationchange', 'seeked', 'error']);
  audio.currentTime = FAR;
  await found;
  const back = once(audio, ['seeked', 'error']);
  audio.currentTime = 0;
  await back;
}

/** Some phones load nothing before playing. They start without knowing the end. */
const PATIENCE_MILLISECONDS = 1500;

const once = (audio: HTMLAudioElement, events: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MILLISECONDS);
    for (const event of events) audio.addEventListener(event, () => resolve(), { once: true });
  });

/** "0:07" */
export function clockText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
