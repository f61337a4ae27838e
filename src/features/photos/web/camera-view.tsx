import { type RefObject, useEffect } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import type { CameraState } from './camera.ts';

type CameraViewProps = { state: CameraState; video: RefObject<HTMLVideoElement | null> };

/**
 * The live picture. The front camera's picture is mirrored, as people expect to see themselves; the
 * photo is not.
 */
export function CameraView({ state, video }: CameraViewProps) {
  const stream = state.is === 'live' ? state.stream : null;
  const isMirrored = state.is === 'live' && state.facing === 'user';

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // Rejects when the stream stops before the first picture; the state already shows that.
    if (stream) element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [stream, video]);

  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        className={classNames(
          'absolute inset-0 size-full object-contain',
          isMirrored && '-scale-x-100',
          !stream && 'invisible',
        )}
      />
      {state.is !== 'live' && (
        <p role="status" className="m-auto flex items-center gap-3">
          <Spinner />
          {m.cameraStarting()}
        </p>
      )}
    </>
  );
}
