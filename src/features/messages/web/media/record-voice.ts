/*
 * Records a voice note, without a screen. The microphone is on only while something is recorded:
 * whoever throws it away, leaves the page or hides it turns it off, also when the browser's
 * question about it is answered afterwards.
 */
import { VOICE_NOTE_MAX_SECONDS } from '#platform/rules/limits.ts';
import { onPermissionChange } from '#platform/web/ui/browser/permission.ts';

/** Clear speech, and 240 kB a minute. */
const BITS_PER_SECOND = 32_000;
/** Anything shorter was a slip of the finger. */
const SHORTEST_MILLISECONDS = 500;

export type MicrophoneProblem = 'denied' | 'none' | 'failed' | 'tooShort' | 'cut';
export type Recording =
  | { is: 'starting' }
  /** Since when, in milliseconds of Date.now. */
  | { is: 'running'; since: number }
  /** `isCut`: by the phone or its settings, before the person was done. */
  | { is: 'done'; file: File; seconds: number; isCut: boolean }
  | { is: 'failed'; problem: MicrophoneProblem };

export type Recorder = { stop: () => void; discard: () => void };

/** Begins at once. `type`: see voiceType. */
export function recordVoice(type: string, onChange: (recording: Recording) => void): Recorder {
  let recorder: MediaRecorder | null = null;
  let isDiscarded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    if (recorder?.state === 'recording') recorder.stop();
  };
  const start = async () => {
    onChange({ is: 'starting' });
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true },
    });
    if (isDiscarded) return stopTracks(stream);
    const running = new MediaRecorder(stream, {
      mimeType: type,
      audioBitsPerSecond: BITS_PER_SECOND,
    });
    recorder = running;
    const parts: Blob[] = [];
    let since = Date.now();
    let isWithdrawn = false;
    // Not every browser ends the sound with the permission.
    const unfollow = onPermissionChange('microphone', (isAllowed) => {
      if (isAllowed) return;
      isWithdrawn = true;
      stop();
    });
    running.ondataavailable = ({ data }) => parts.push(data);
    running.onstart = () => {
      since = Date.now();
      onChange({ is: 'running', since });
      timer = setTimeout(stop, VOICE_NOTE_MAX_SECONDS * 1000);
    };
    running.onstop = () => {
      unfollow();
      const isCut =
        isWithdrawn || stream.getTracks().some(({ readyState }) => readyState === 'ended');
      stopTracks(stream);
      clearTimeout(timer);
      if (!isDiscarded)
        onChange(recordingOf(new Blob(parts), { type, milliseconds: Date.now() - since, isCut }));
    };
    running.onerror = stop;
    running.start();
  };
  start().catch((error: unknown) => {
    if (!isDiscarded) onChange({ is: 'failed', problem: problemOf(error) });
  });
  return {
    stop,
    discard() {
      isDiscarded = true;
      stop();
    },
  };
}

type Recorded = { type: string; milliseconds: number; isCut: boolean };

function recordingOf(sound: Blob, { type, milliseconds, isCut }: Recorded): Recording {
  if (milliseconds < SHORTEST_MILLISECONDS || sound.size === 0)
    return { is: 'failed', problem: isCut ? 'cut' : 'tooShort' };
  const contentType = type.replace(/;.*/, '');
  const file = new File([sound], `voice.${contentType.replace('audio/', '')}`, {
    type: contentType,
  });
  return {
    is: 'done',
    file,
    seconds: Math.min(VOICE_NOTE_MAX_SECONDS, Math.max(1, Math.round(milliseconds / 1000))),
    isCut,
  };
}

function stopTracks(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

/** By the names that browsers give their errors. */
function problemOf(error: unknown): MicrophoneProblem {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
      return 'none';
    default:
      return 'failed';
  }
}
