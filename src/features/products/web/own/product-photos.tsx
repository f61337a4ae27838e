import { useLocation } from '@tanstack/react-router';
import { Camera, RotateCcw, Star, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { gpsFailureTexts } from '#places/web/get-gps-fix.ts';
import { PHOTO_ON_DEVICE_BYTES } from '#products/rules/product-facts.ts';
import { PHOTOS_PER_PRODUCT } from '#rules/limits.ts';
import { m } from '#text';
import { isMobile } from '#ui/browser/device.ts';
import { Button, Spinner } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { CheckboxField, FieldError } from '#ui/field.tsx';
import { lazy } from '#ui/lazy.tsx';
import { readUser } from '#web/session.ts';
import { ProductPicture } from '../catalogue/offer.tsx';
import { RetriedPicture } from '../inventory/product-parts.tsx';
import type { OwnProduct } from '../use-own-products.ts';
import type { FormPhoto } from './use-photo-queue.ts';
import type { CapturePosition, ProductPhotosState } from './use-product-photos.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    takesPhotos?: true;
  }
}

type ProductPhotosProps = {
  photos: ProductPhotosState;
  product: OwnProduct | null;
  error: string | undefined;
  ref: React.Ref<HTMLFieldSetElement>;
};

export function ProductPhotos({ photos: state, product, error, ref }: ProductPhotosProps) {
  const { photos, add, addShared } = state;
  const isLed = useLocation({ select: (at) => at.state.takesPhotos === true });
  const [isTaking, setIsTaking] = useState(() => isLed && isMobile() && photos.length === 0);
  const [canTake] = useState(isMobile);
  const errorId = useId();
  const [roomSentence, setRoomSentence] = useState<string | null>(null);
  const isAnyLoose = photos.some(({ isLoose, state: { is } }) => isLoose && is !== 'sent');
  useEffect(() => {
    if (canTake) askForRoom().then(setRoomSentence, ignore);
  }, [canTake]);
  const there = product?.photos.length ?? 0;
  const unreadable = product?.unreadablePhotos ?? 0;
  if (!canTake && there === 0 && unreadable === 0) return null;
  return (
    <fieldset ref={ref} aria-describedby={error && errorId} className="grid min-w-0 gap-2.5">
      <legend className="sr-only">{m.productPhotosLabel()}</legend>
      {canTake && !product && <OfferedPhotos onAdd={addShared} />}
      {there > 0 && photos.length === 0 && product && (
        <ul className="flex flex-wrap gap-2">
          {product.photos.map(({ id, url }, index) => (
            <li key={id} className="size-20 overflow-hidden rounded-field">
              <RetriedPicture key={url}>
                <ProductPicture
                  product={product}
                  index={index}
                  sizes="5rem"
                  alt={photoAlt(index)}
                />
              </RetriedPicture>
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {photos.map((photo, index) => (
          <PhotoTile key={photo.key} photo={photo} index={index} state={state} />
        ))}
      </ul>
      {unreadable > 0 && photos.length === 0 && (
        <p className="font-semibold text-soil text-sm">
          {m.productPhotosUnreadable({ count: unreadable })}
        </p>
      )}
      {there > 0 && (
        <p className="text-muted text-sm">
          {canTake ? m.productPhotosReplace({ count: there }) : m.productPhotosKept()}
        </p>
      )}
      {roomSentence && !isAnyLoose && (
        <p role="status" className="font-semibold text-sm text-soil">
          {roomSentence}
        </p>
      )}
      {isAnyLoose && (
        <p
          role="alert"
          className="rounded-field bg-soil-soft px-3 py-2 font-semibold text-on-soil-soft text-sm"
        >
          {m.queueLoose()}
        </p>
      )}
      {canTake && photos.length < PHOTOS_PER_PRODUCT && (
        <Button
          variant="secondary"
          data-mends-photos={photos.length === 0 || undefined}
          aria-describedby={error && errorId}
          onPointerDown={() => void LazyCameraOverlay.preload()}
          onClick={() => {
            setIsTaking(true);
            void import('#web/device-storage.ts').then(
              ({ requestPersistence }) => requestPersistence(),
              ignore,
            );
          }}
        >
          <Camera className="size-5" />
          {m.productPhotosTake()} ({photos.length}/{PHOTOS_PER_PRODUCT})
        </Button>
      )}
      <FieldError id={errorId} text={error} />
      {isTaking && (
        <LazyCameraOverlay
          max={PHOTOS_PER_PRODUCT}
          already={photos.length}
          onCancel={() => setIsTaking(false)}
          onDone={(taken) => {
            setIsTaking(false);
            add(taken);
          }}
        />
      )}
      {photos.length > 0 && (
        <div className="grid gap-1">
          <CheckboxField
            label={m.productPhotosPosition()}
            checked={state.position.is === 'asking' || state.position.is === 'there'}
            onChange={({ target }) => state.addPosition(target.checked)}
          />
          <PositionState position={state.position} />
        </div>
      )}
    </fieldset>
  );
}

function PositionState({ position }: { position: CapturePosition }) {
  if (position.is === 'asking') {
    return (
      <p role="status" className="flex items-center gap-2 text-muted text-sm">
        <Spinner />
        {m.gpsLooking()}
      </p>
    );
  }
  if (position.is !== 'failed') return null;
  const { what, help } = gpsFailureTexts[position.failure];
  return (
    <p role="alert" className="text-sm">
      <span className="font-semibold text-soil">{m.photosWithoutPosition({ reason: what() })}</span>{' '}
      {help()}
    </p>
  );
}

const ignore = () => {};

/** Room for fewer products with photos counts as nearly full. */
const NEARLY_FULL = 2;

/** Pending photos are stored on this phone. Returns a warning if there is little room. */
async function askForRoom() {
  const { roomFor, sayRoom, tryRoom } = await import('#web/device-storage.ts');
  const bytes = PHOTOS_PER_PRODUCT * PHOTO_ON_DEVICE_BYTES;
  const [room, user] = [await roomFor(bytes), readUser()];
  if (room === 'full' || !user || (await tryRoom(user.id, NEARLY_FULL * bytes)))
    return sayRoom(room);
  return sayRoom((await tryRoom(user.id, bytes)) ? 'nearlyFull' : 'full');
}

const photoAlt = (index: number) => m.productPhotoNumber({ number: index + 1 });

type PhotoTileProps = { photo: FormPhoto; index: number; state: ProductPhotosState };

function PhotoTile({
  photo: { key, url, state, isLoose },
  index,
  state: { remove, retry, makeMain },
}: PhotoTileProps) {
  return (
    <li className="grid w-24 content-start gap-1">
      <span className="relative block size-24 overflow-hidden rounded-field bg-sunk">
        <RetriedPicture key={url}>
          <img src={url} alt={photoAlt(index)} className="cover" />
        </RetriedPicture>
        <button
          type="button"
          aria-label={m.productPhotoRemove({ number: index + 1 })}
          onClick={() => remove(key)}
          className="absolute top-0 right-0 grid size-11 place-content-start justify-end p-1 text-white focus-visible:-outline-offset-4"
        >
          <X className="size-6 rounded-full bg-black/75 p-1" />
        </button>
      </span>
      {index === 0 ? (
        <span className="grid min-h-11 place-items-center font-semibold text-xs">
          {m.productPhotoMain()}
        </span>
      ) : (
        <Button
          size="small"
          variant="quiet"
          className="px-1! text-xs"
          aria-label={m.productPhotoMakeMain({ number: index + 1 })}
          onClick={() => makeMain(key)}
        >
          <Star className="size-4" />
          {m.productPhotoMakeMainShort()}
        </Button>
      )}
      {state.is === 'sending' && (
        <span role="status" className="text-center text-muted text-xs tabular-nums">
          {m.queueStateSending({ percent: Math.round(state.percent) })}
        </span>
      )}
      {state.is === 'kept' && (
        <span role="status" className="text-center text-muted text-xs">
          {isLoose ? m.queueStateWaiting() : m.queueKept()}
        </span>
      )}
      {state.is === 'failed' && (
        <>
          <span role="alert" className="text-soil text-xs">
            {state.problem}
          </span>
          <Button
            size="small"
            variant="secondary"
            className="px-2!"
            data-mends-photos
            onClick={() => retry(key)}
          >
            <RotateCcw className="size-4" />
            {m.retry()}
          </Button>
        </>
      )}
    </li>
  );
}

const LazyCameraOverlay = lazy(() => import('#photos/web/camera-overlay.tsx'), 'CameraOverlay');

function OfferedPhotos({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = async () =>
      setCount(await (await import('./stored-photos.ts')).countOfferedPhotos());
    look().catch(() => {});
  }, []);
  if (count === 0) return null;

  async function answer(isWanted: boolean) {
    setCount(0);
    const { discardOfferedPhotos, takeOfferedPhotos } = await import('./stored-photos.ts');
    if (isWanted) onAdd(await takeOfferedPhotos());
    else await discardOfferedPhotos();
  }
  return (
    <Notice type="info">
      <p>{m.sharedOffer({ count })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" onClick={() => void answer(true)}>
          {m.sharedAdd()}
        </Button>
        <Button size="small" variant="secondary" onClick={() => void answer(false)}>
          {m.sharedDiscard()}
        </Button>
      </div>
    </Notice>
  );
}
