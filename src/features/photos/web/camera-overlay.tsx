import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { useCloseOnBack } from '#platform/web/ui/overlay/use-close-on-back.ts';
import { createCamera } from './camera.ts';
import { CameraControls } from './camera-controls.tsx';
import { CameraProblemView } from './camera-problem-view.tsx';
import { CameraView } from './camera-view.tsx';
import { takeFrame } from './take-frame.ts';
import { type TakenPhoto, useTakenPhotos } from './use-taken-photos.ts';

type CameraOverlayProps = {
  /** How many photos a product may have. `already`: how many it has. */
  max: number;
  already: number;
  onCancel: () => void;
  onDone: (photos: File[]) => void;
};

/**
 * Takes photos full-screen. Render it only after a tap: it asks for the camera when it is mounted
 * and releases it when it is unmounted. Escape and Back cancel.
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
        // A file field inside the dialog also fires 'cancel' when no file was chosen.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onCancel();
      }}
      // Chrome closes a dialog on the second attempt even if the event is cancelled.
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
            <CameraProblemView
              problem={state.problem}
              onRetry={() => void camera.start()}
              onChosen={add}
            />
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

/** Runs the camera while the component is mounted. It is off while the page is hidden. */
function useCamera() {
  const [camera] = useState(() => createCamera(globalThis.navigator?.mediaDevices));
  const state = useSyncExternalStore(camera.subscribe, camera.getState);

  useEffect(() => {
    const follow = () => (document.hidden ? camera.pause() : void camera.resume());
    document.addEventListener('visibilitychange', follow);
    // Phones keep a page alive for a while after the user leaves it; its camera must not keep
    // running.
    addEventListener('pagehide', camera.pause);
    void camera.start();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      removeEventListener('pagehide', camera.pause);
      camera.stop();
    };
  }, [camera]);

  return { camera, state };
}

type TakenStripProps = {
  photos: TakenPhoto[];
  firstNumber: number;
  onRemove: (url: string) => void;
};

function TakenStrip({ photos, firstNumber, onRemove }: TakenStripProps) {
  return (
    <ul className="flex min-h-20 gap-2 px-4 py-2">
      {photos.map(({ url }, index) => (
        <li
          key={url}
          className="relative aspect-square min-w-0 max-w-18 flex-1 overflow-hidden rounded-field"
        >
          <img
            src={url}
            alt={m.productPhotoNumber({ number: firstNumber + index })}
            className="cover"
          />
          <button
            type="button"
            aria-label={m.productPhotoRemove({ number: firstNumber + index })}
            onClick={() => onRemove(url)}
            className="absolute top-0 right-0 grid size-11 place-content-start justify-end p-1 text-white focus-visible:outline-white focus-visible:-outline-offset-4"
          >
            <X aria-hidden="true" className="size-6 rounded-full bg-black/75 p-1" />
          </button>
        </li>
      ))}
    </ul>
  );
}
