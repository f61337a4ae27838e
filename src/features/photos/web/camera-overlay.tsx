import { SwitchCamera, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '#text';
import { useCloseOnBack } from '#ui/browser/use-close-on-back.ts';
import { Button, classNames, Spinner } from '#ui/elements.tsx';
import { CAPTURE_JPEG_QUALITY } from '../rules/photo.ts';
import { CameraProblemView, type CameraState, createCamera } from './camera.tsx';
import { type TakenPhoto, useTakenPhotos } from './photo-picker.tsx';

/**
 * How long the shutter waits for the first picture of a running camera. Slow phones take a second.
 */
const FIRST_PICTURE_MILLISECONDS = 3000;

type CameraOverlayProps = {
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
            {m.productPhotosTake()}
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
            <X className="size-6 rounded-full bg-black/75 p-1" />
          </button>
        </li>
      ))}
    </ul>
  );
}

async function takeFrame(video: HTMLVideoElement): Promise<File | null> {
  await firstPicture(video);
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return null;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', CAPTURE_JPEG_QUALITY),
  );
  return blob && new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}

/** Waits for the first picture, so that a press just after the camera starts is not lost. */
function firstPicture(video: HTMLVideoElement): Promise<void> {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FIRST_PICTURE_MILLISECONDS);
    video.addEventListener(
      'loadeddata',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

type CameraViewProps = { state: CameraState; video: React.RefObject<HTMLVideoElement | null> };

/**
 * The live picture. The front camera's picture is mirrored, as people expect to see themselves; the
 * photo is not.
 */
function CameraView({ state, video }: CameraViewProps) {
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

type CameraControlsProps = {
  isLive: boolean;
  isFull: boolean;
  hasPhotos: boolean;
  onCancel: () => void;
  onTake: () => void;
  onSwitch: () => void;
  onDone: () => void;
};

function CameraControls({
  isLive,
  isFull,
  hasPhotos,
  onCancel,
  onTake,
  onSwitch,
  onDone,
}: CameraControlsProps) {
  const canTake = isLive && !isFull;
  return (
    <div className="grid gap-3 px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div className="grid grid-cols-3 items-center justify-items-center">
        <span />
        <button
          type="button"
          aria-label={m.cameraTake()}
          aria-disabled={!canTake || undefined}
          onClick={() => canTake && onTake()}
          className="size-18 rounded-full border-4 border-white bg-white/90 outline-offset-4 focus-visible:outline-white active:bg-maize aria-disabled:opacity-40"
        />
        <button
          type="button"
          aria-label={m.cameraSwitch()}
          onClick={onSwitch}
          className="grid size-12 place-items-center rounded-full bg-white/15 focus-visible:outline-white"
        >
          <SwitchCamera className="size-6" />
        </button>
      </div>
      {/* White text, because the reason why Done is disabled appears on black. */}
      <div className="grid grid-cols-2 items-start gap-3 [&_span]:text-white!">
        <Button
          variant="outline"
          className="hover:bg-white/15 focus-visible:outline-white"
          onClick={onCancel}
        >
          {m.cancel()}
        </Button>
        <Button
          variant="gold"
          disabledReason={hasPhotos ? undefined : m.cameraDoneNeedsPhoto()}
          onClick={onDone}
        >
          {m.cameraDone()}
        </Button>
      </div>
    </div>
  );
}
