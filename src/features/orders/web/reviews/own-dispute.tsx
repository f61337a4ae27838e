import { useMutation } from '@tanstack/react-query';
import { Camera, X } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { useTakenPhotos } from '#photos/web/use-taken-photos.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { m } from '#text';
import type { Order } from '../buyer/order.tsx';
import { DisputeView } from './dispute-view.tsx';

export function OwnDispute({ order }: { order: Order }) {
  const { id, dispute } = order;
  if (!dispute) return null;
  return (
    <Card className="grid gap-3 p-4!">
      <h2 className="font-bold text-xl">{m.disputeTitleBuyer()}</h2>
      <DisputeView dispute={dispute} order={order} reader="buyer">
        {/* A new key after each uploaded photo, so that the chosen photos are not sent twice. */}
        {dispute.photosLeft > 0 && (
          <MorePhotos key={dispute.photosLeft} orderId={id} max={dispute.photosLeft} />
        )}
      </DisputeView>
    </Card>
  );
}

/** If the code cannot be loaded, the error has no message of its own. */
export async function sendPhotos({ orderId, files }: { orderId: number; files: readonly File[] }) {
  const { sendDisputePhotos } = await import('./send-dispute-photos.ts').catch(() => {
    throw new Error('');
  });
  await sendDisputePhotos(orderId, files);
}

function MorePhotos({ orderId, max }: { orderId: number; max: number }) {
  const { buyer } = trpc.useUtils();
  const taken = useTakenPhotos(max);
  const sending = useMutation({
    mutationFn: sendPhotos,
    onSuccess: () => showToast('success', m.disputePhotosSent()),
    onSettled: () => buyer.orders.invalidate(),
  });
  return (
    <div className="grid gap-3 print:hidden">
      <DisputePhotos taken={taken} max={max} />
      <FormBanner text={sending.error && (sending.error.message || m.sendFailed())} />
      {taken.photos.length > 0 && (
        <div>
          <Button
            isBusy={sending.isPending}
            onClick={() => sending.mutate({ orderId, files: taken.photos.map(({ file }) => file) })}
          >
            {m.disputePhotosSend()}
          </Button>
        </div>
      )}
    </div>
  );
}

type DisputePhotosProps = { taken: ReturnType<typeof useTakenPhotos>; max: number };

/** Offers a phone's gallery too, because spoilt goods are often photographed at once. */
export function DisputePhotos({ taken: { photos, isFull, add, remove }, max }: DisputePhotosProps) {
  const hintId = useId();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    add(target.files ?? []);
    // Reset, so that choosing the same file again fires a change.
    target.value = '';
  };
  return (
    <fieldset className="grid gap-2.5" aria-describedby={hintId}>
      <legend className="mb-1 font-semibold">{m.disputePhotosLabel()}</legend>
      <p id={hintId} className="-mt-1.5 text-muted text-sm">
        {m.disputePhotosHint({ count: max })}
      </p>
      <div className="flex flex-wrap gap-2">
        {photos.map(({ url }, index) => (
          <span key={url} className="relative block size-24 overflow-hidden rounded-field bg-sunk">
            <img src={url} alt={m.disputePhotoAlt({ number: index + 1 })} className="cover" />
            <button
              type="button"
              aria-label={m.productPhotoRemove({ number: index + 1 })}
              onClick={() => remove(url)}
              className="absolute top-0 right-0 grid size-11 place-content-start justify-end p-1 text-white focus-visible:-outline-offset-4"
            >
              <X aria-hidden="true" className="size-6 rounded-full bg-black/75 p-1" />
            </button>
          </span>
        ))}
        {!isFull && (
          <label
            className={`${buttonClass({ variant: 'secondary', size: 'small' })} cursor-pointer self-center has-focus-visible:outline-3 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2`}
          >
            <Camera aria-hidden="true" className="size-5" />
            {m.disputePhotosAdd()}
            <input type="file" accept="image/*" multiple onChange={choose} className="sr-only" />
          </label>
        )}
      </div>
    </fieldset>
  );
}
