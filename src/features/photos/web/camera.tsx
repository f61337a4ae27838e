/*
 * The camera without its UI. There is one stream at a time: all tracks of the last one stop before
 * the next is requested, because many Android phones cannot open a second camera while the first is
 * running. A stream that arrives after the overlay was closed, the page hidden or the camera
 * switched is stopped at once; otherwise its light would stay on.
 */

import { useState } from 'react';
import { m } from '#text';
import { isMobile, watchPermission } from '#ui/browser/device.ts';
import { Button, buttonClass } from '#ui/elements.tsx';
import { CAMERA_IDEAL_PIXELS } from '../rules/photo.ts';

type Facing = 'environment' | 'user';
type CameraProblem = 'denied' | 'none' | 'inUse' | 'insecure' | 'failed';
export type CameraState =
  | { is: 'off' | 'starting' }
  | { is: 'live'; stream: MediaStream; facing: Facing }
  | { is: 'failed'; problem: CameraProblem };

type Devices = Pick<MediaDevices, 'getUserMedia'>;

/** @param devices undefined if the browser has none, as on a page without https */
export function createCamera(devices: Devices | undefined) {
  const { getState, become, subscribe } = createStateHolder();
  let facing: Facing = 'environment';
  let attempt = 0;
  let isPaused = false;

  const release = () => {
    attempt += 1;
    const state = getState();
    if (state.is === 'live') stopTracks(state.stream);
  };

  const fail = (problem: CameraProblem) => {
    release();
    become({ is: 'failed', problem });
  };

  const start = async () => {
    release();
    const mine = attempt;
    if (!devices) return become({ is: 'failed', problem: 'insecure' });
    become({ is: 'starting' });
    try {
      const stream = await devices.getUserMedia(constraintsFor(facing));
      if (mine !== attempt) return stopTracks(stream);
      const isWithdrawn = watchPermission('camera');
      // Another app took the camera, it was unplugged, or the permission was revoked. Tracks that
      // we stop ourselves do not fire this event.
      const end = async () => {
        const problem = (await isWithdrawn()) ? 'denied' : 'inUse';
        if (mine === attempt) fail(problem);
      };
      for (const track of stream.getTracks()) track.addEventListener('ended', () => void end());
      become({ is: 'live', stream, facing });
    } catch (error) {
      if (mine === attempt) fail(problemOf(error));
    }
  };

  const turnOff = (isForNow: boolean) => {
    release();
    isPaused = isForNow;
    become({ is: 'off' });
  };

  return {
    start,
    switchFacing: () => {
      facing = facing === 'environment' ? 'user' : 'environment';
      return start();
    },
    stop: () => turnOff(false),
    pause: () => {
      if (getState().is === 'live' || getState().is === 'starting') turnOff(true);
    },
    resume: async () => {
      if (!isPaused) return;
      isPaused = false;
      await start();
    },
    getState,
    subscribe,
  };
}

function createStateHolder() {
  let state: CameraState = { is: 'off' };
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    become(next: CameraState) {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const constraintsFor = (facing: Facing): MediaStreamConstraints => ({
  audio: false,
  video: {
    facingMode: { ideal: facing },
    width: { ideal: CAMERA_IDEAL_PIXELS.width },
    height: { ideal: CAMERA_IDEAL_PIXELS.height },
  },
});

function stopTracks(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

/** By the error names that browsers use, including older ones of Chrome and Firefox. */
function problemOf(error: unknown): CameraProblem {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'inUse';
    default:
      return 'failed';
  }
}

const sentences = {
  denied: { what: m.cameraDenied, help: m.cameraDeniedHelp },
  none: { what: m.cameraNone, help: m.messagesVoiceNoneHelp },
  inUse: { what: m.cameraInUse, help: m.cameraInUseHelp },
  insecure: { what: m.cameraFailed, help: m.cameraInsecure },
  failed: { what: m.cameraFailed, help: m.cameraFailedHelp },
} as const satisfies Record<CameraProblem, { what: () => string; help: () => string }>;

type CameraProblemViewProps = {
  problem: CameraProblem;
  onRetry: () => void;
  onChosen: (files: Iterable<File>) => void;
};

export function CameraProblemView({ problem, onRetry, onChosen }: CameraProblemViewProps) {
  const [hasOwnCamera] = useState(isMobile);
  const { what, help } = sentences[problem];
  const choose = ({ target }: React.ChangeEvent<HTMLInputElement>) => {
    if (target.files) onChosen([...target.files]);
    // Reset, so that choosing the same file again fires a change.
    target.value = '';
  };
  return (
    <div role="alert" className="m-auto grid max-w-form justify-items-center gap-4 p-6 text-center">
      <p className="font-bold text-xl">{what()}</p>
      <p>{help()}</p>
      <Button variant="gold" onClick={onRetry}>
        {m.retry()}
      </Button>
      {hasOwnCamera && (
        <label
          className={`${buttonClass({ variant: 'outline' })} has-focus-visible:outline-3 has-focus-visible:outline-white`}
        >
          {m.cameraChoose()}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            multiple
            className="sr-only"
            onChange={choose}
          />
        </label>
      )}
    </div>
  );
}
