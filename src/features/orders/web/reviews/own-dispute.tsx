import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { PhotoPicker } from '#photos/web/photo-picker.tsx';
import { useTakenPhotos } from '#photos/web/use-taken-photos.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
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

type DisputePhotosProps = Pick<ComponentProps<typeof PhotoPicker>, 'taken'> & { max: number };

/** Offers a phone's gallery too, because spoilt goods are often photographed at once. */
export const DisputePhotos = ({ taken, max }: DisputePhotosProps) => (
  <PhotoPicker
    taken={taken}
    label={m.disputePhotosLabel()}
    hint={m.disputePhotosHint({ count: max })}
    altOf={(number) => m.disputePhotoAlt({ number })}
  />
);
