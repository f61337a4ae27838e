import { useEffect, useId, useRef } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { useCloseOnBack } from '#web/ui/overlay/use-close-on-back.ts';
import { CameraControls } from './camera-controls.tsx';
import { CameraProblemView } from './camera-problem-view.tsx';
import { CameraView } from './camera-view.tsx';
import { takeFrame } from './take-frame.ts';
import { TakenStrip } from './taken-strip.tsx';
import { useCamera } from './use-camera.ts';
import { useTakenPhotos } from './use-taken-photos.ts';

type CameraOverlayProps = {
  /** Photos that a product may have, and how many of them there are already. */
  max: number;
  already: number;
  onCancel: () => void;
  onDone: (photos: File[]) => void;
};

/**
 * Takes photos over the whole screen. Shown after a tap and not before: being shown is what asks for the camera, and being gone is
 * what lets go of it. Escape and Back cancel.
 */
export function CameraOverlay({ max, already, onCancel, onDone }: CameraOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const titleId = useId();
  const { camera, state } = useCamera();
  const { photos, isFull, add, remove } = useTakenPhotos(max - already);
  const count = already + photos.length;
  useCloseOnBack(true, onCancel);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const take = async () => {
    const photo = video.current && !isFull ? await takeFrame(video.current) : null;
    if (photo) add([photo]);
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file field in it says 'cancel' too, when no file was chosen.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onCancel();
      }}
      // Chrome closes a dialog that was asked to twice, whatever we say.
      onClose={() => !dialog.current?.open && onCancel()}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-black text-white"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between gap-4 px-4 py-3">
          <h2 id={titleId} className="font-bold text-lg">
            {m.cameraTitle()}
          </h2>
          <p className="tabular-nums">
            <span aria-hidden="true">{m.cameraCount({ count, max })}</span>
            <span className="sr-only" role="status">
              {m.cameraCountLabel({ count, max })}
            </span>
          </p>
        </div>
        <div className="relative flex min-h-0 flex-1">
          {state.is === 'failed' ? (
            <CameraProblemView problem={state.problem} onRetry={() => void camera.start()} onChosen={add} />
          ) : (
            <CameraView state={state} video={video} />
          )}
        </div>
        <TakenStrip photos={photos} firstNumber={already + 1} onRemove={remove} />
        {isFull && (
          <p role="status" className="px-4 pb-2 text-center text-sm">
            {m.cameraFull({ max })}
          </p>
        )}
        <CameraControls
          isLive={state.is === 'live'}
          isFull={isFull}
          hasPhotos={photos.length > 0}
          onCancel={onCancel}
          onTake={() => void take()}
          onSwitch={() => void camera.switchFacing()}
          onDone={() => onDone(photos.map(({ file }) => file))}
        />
      </div>
    </dialog>
  );
}
