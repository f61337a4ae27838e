/*
 * One at a time on a page. Browsers record WebM without a duration, which cannot be seeked until
 * the browser has found its end.
 */

type PlayerState = { isPlaying: boolean; at: number; length: number };
export type Player = Awaited<ReturnType<typeof createPlayer>>;

type Playing = { seconds: number; onChange: (state: PlayerState) => void };

let playing: HTMLAudioElement | null = null;

/** Older iPhones cannot play WebM. */
export const canPlay = (contentType: string): boolean =>
  new Audio().canPlayType(contentType) !== '';

export async function createPlayer(sound: Blob, { seconds, onChange }: Playing) {
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
