/*
 * The microphone is on only while recording. Leaving or hiding the page turns it off, even if the
 * browser's permission prompt is answered later.
 */
import { VOICE_NOTE_MAX_SECONDS } from '#photos/rules/photo.ts';
import { onPermissionChange } from '#ui/browser/device.ts';

/** Clear speech at 240 kB per minute. */
const BITS_PER_SECOND = 32_000;
/** A shorter recording was accidental. */
const SHORTEST_MILLISECONDS = 500;

export type MicrophoneProblem = 'denied' | 'none' | 'failed' | 'tooShort' | 'cut';
export type Recording =
  | { is: 'starting' }
  | { is: 'running'; since: number }
  /** `isCut`: the phone or its settings ended the recording. */
  | { is: 'done'; file: File; seconds: number; isCut: boolean }
  | { is: 'failed'; problem: MicrophoneProblem };

export type Recorder = { stop: () => void; discard: () => void };

/** `type`: see voiceType. */
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
    // Not every browser ends the recording with the permission.
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
