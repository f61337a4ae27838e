/*
 * The microphone is on only while recording. Leaving or hiding the page turns it off, even if the
 * browser's permission prompt is answered later.
 */

import { useEffect, useRef, useState } from 'react';
import { VOICE_NOTE_MAX_SECONDS } from '#photos/rules/photo.ts';
import { m } from '#text';
import { onPermissionChange } from '#ui/browser/device.ts';
import { Button, Spinner } from '#ui/elements.tsx';
import { Icon } from '../message-parts.tsx';
import { clockText, VoicePlayer } from './message-media.tsx';

export type VoiceRecorderProps = {
  type: string;
  onSend: (file: File, seconds: number) => void;
  onClose: () => void;
};

export function VoiceRecorder({ type, onSend, onClose }: VoiceRecorderProps) {
  const [tries, setTries] = useState(0);
  const { recording, stop } = useRecorder(type, tries);
  const again = () => setTries(tries + 1);
  return (
    <section
      aria-label={m.messageVoice()}
      className="border-line border-t bg-card px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-5 sm:pt-3 sm:pb-3"
    >
      {recording.is === 'failed' ? (
        <Problem problem={recording.problem} onRetry={again} onClose={onClose} />
      ) : (
        <div className="flex min-h-12 items-center gap-2">
          <button
            type="button"
            aria-label={m.messagesVoiceDelete()}
            onClick={onClose}
            className="grid size-12 shrink-0 place-items-center rounded-full text-soil hover:bg-soil-soft"
          >
            <Icon name="delete" className="size-5.5" />
          </button>
          {recording.is === 'starting' && (
            <p className="flex min-w-0 flex-1 items-center gap-3" role="status">
              <Spinner />
              {m.messagesVoiceStarting()}
            </p>
          )}
          {recording.is === 'running' && <Running since={recording.since} onStop={stop} />}
          {recording.is === 'done' && (
            <Done recording={recording} onSend={() => onSend(recording.file, recording.seconds)} />
          )}
        </div>
      )}
      {recording.is === 'done' && recording.isCut && (
        <p role="alert" className="pt-1 text-sm text-soil">
          {m.messagesVoiceCut()} {m.messagesVoiceCutKept()}
        </p>
      )}
    </section>
  );
}

/** A new recording for each attempt. Hiding the page ends it. */
function useRecorder(type: string, tries: number) {
  const [recording, setRecording] = useState<Recording>({ is: 'starting' });
  const recorder = useRef<ReturnType<typeof recordVoice> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another recording
  useEffect(() => {
    const mine = recordVoice(type, setRecording);
    recorder.current = mine;
    const hide = () => document.visibilityState === 'hidden' && mine.stop();
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', mine.discard);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', mine.discard);
      mine.discard();
    };
  }, [type, tries]);
  return { recording, stop: () => recorder.current?.stop() };
}

const TICK_MILLISECONDS = 250;

function Running({ since, onStop }: { since: number; onStop: () => void }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.min(VOICE_NOTE_MAX_SECONDS, Math.max(0, Math.floor((now - since) / 1000)));
  return (
    <>
      <span
        aria-hidden="true"
        className="size-3 shrink-0 rounded-full bg-soil-solid motion-safe:animate-pulse"
      />
      <p className="min-w-0 flex-1">
        <span role="status">{m.messagesVoiceRecording()}</span>{' '}
        <span role="timer" className="whitespace-nowrap font-semibold tabular-nums">
          {m.messagesVoiceClock({
            at: clockText(seconds),
            length: clockText(VOICE_NOTE_MAX_SECONDS),
          })}
        </span>
      </p>
      <RoundButton
        label={m.messagesVoiceStop()}
        onClick={onStop}
        className="bg-soil-solid hover:bg-soil-strong"
      >
        <Icon name="stop" className="size-5" />
      </RoundButton>
    </>
  );
}

function Done({
  recording,
  onSend,
}: {
  recording: Extract<Recording, { is: 'done' }>;
  onSend: () => void;
}) {
  const { file, seconds } = recording;
  return (
    <>
      <div className="flex min-w-0 flex-1">
        <VoicePlayer seconds={seconds} contentType={file.type} load={() => Promise.resolve(file)} />
      </div>
      <RoundButton
        label={m.messagesSend()}
        onClick={onSend}
        className="bg-leaf-solid hover:bg-leaf-strong"
      >
        <Icon name="send" className="size-5.5" />
      </RoundButton>
    </>
  );
}

type RoundButtonProps = {
  label: string;
  onClick: () => void;
  className: string;
  children: React.ReactNode;
};

/** Takes the focus, because it replaces the button that was just pressed. */
function RoundButton({ label, onClick, className, children }: RoundButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`grid size-12 shrink-0 place-items-center rounded-full text-white ${className}`}
    >
      {children}
    </button>
  );
}

const sentences: Record<MicrophoneProblem, { what: () => string; help: () => string }> = {
  denied: { what: m.messagesVoiceDenied, help: m.cameraDeniedHelp },
  none: { what: m.messagesVoiceNone, help: m.messagesVoiceNoneHelp },
  failed: { what: m.messagesVoiceFailed, help: m.messagesVoiceFailedHelp },
  tooShort: { what: m.messagesVoiceShort, help: m.messagesVoiceShortHelp },
  cut: { what: m.messagesVoiceCut, help: m.cameraDeniedHelp },
};

type ProblemProps = { problem: MicrophoneProblem; onRetry: () => void; onClose: () => void };

function Problem({ problem, onRetry, onClose }: ProblemProps) {
  const { what, help } = sentences[problem];
  return (
    <div role="alert" className="grid gap-3 py-1">
      <p>
        <span className="font-bold">{what()}</span> {help()}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onRetry}>
          {m.queueRetry()}
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          {m.cancel()}
        </Button>
      </div>
    </div>
  );
}

/** Clear speech at 240 kB per minute. */
const BITS_PER_SECOND = 32_000;
/** A shorter recording was accidental. */
const SHORTEST_MILLISECONDS = 500;

type MicrophoneProblem = 'denied' | 'none' | 'failed' | 'tooShort' | 'cut';
type Recording =
  | { is: 'starting' }
  | { is: 'running'; since: number }
  /** `isCut`: the phone or its settings ended the recording. */
  | { is: 'done'; file: File; seconds: number; isCut: boolean }
  | { is: 'failed'; problem: MicrophoneProblem };

/** `type`: see voiceType. */
function recordVoice(type: string, onChange: (recording: Recording) => void) {
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
