import { useMutation } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { REVIEW_TEXT_MAX } from '#orders/rules/limits.ts';
import { PhotoPicker, useTakenPhotos } from '#photos/web/photo-picker.tsx';
import { RATING_MAX } from '#rules/limits.ts';
import { m } from '#text';
import { Button, Card } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { FieldError, TextField } from '#ui/field.tsx';
import { showToast } from '#ui/show-toast.ts';
import { trpc } from '#web/trpc.ts';
import { DisputeView } from '../order-parts.tsx';
import { farmText, type Order, stepFailure, useRateOrder } from './order.tsx';

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

/**
 * One at a time, because a phone's connection has room for one. If the code cannot be loaded, the
 * error has no message of its own.
 */
export async function sendPhotos({ orderId, files }: { orderId: number; files: readonly File[] }) {
  const { sendPhotoForm } = await import('#photos/web/send-photo.ts').catch(() => {
    throw new Error('');
  });
  for (const file of files)
    await sendPhotoForm(`/api/buyer/orders/${orderId}/dispute/photos`, file);
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

type DisputePhotosProps = Pick<React.ComponentProps<typeof PhotoPicker>, 'taken'> & { max: number };

/** Offers a phone's gallery too, because spoilt goods are often photographed at once. */
export const DisputePhotos = ({ taken, max }: DisputePhotosProps) => (
  <PhotoPicker
    taken={taken}
    label={m.disputePhotosLabel()}
    hint={m.disputePhotosHint({ count: max })}
    altOf={(number) => m.disputePhotoAlt({ number })}
  />
);

const stars = Array.from({ length: RATING_MAX }, (_, index) => index + 1);
const ERROR_ID = 'rating-error';

export function RatingForm({ order }: { order: Order }) {
  const rate = useRateOrder();
  const [rating, setRating] = useState(0);
  const [text, setText] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isMissing = isAsked && rating === 0;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (rating === 0 || rate.isPending) return;
    // The call's own `onSuccess` is skipped if this form is unmounted by then.
    rate.mutateAsync({ orderId: order.id, rating, text: text.trim() || null }).then(
      () => showToast('success', m.rateBuyerToast()),
      () => {},
    );
  };
  return (
    <Card className="print:hidden">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <fieldset aria-describedby={isMissing ? ERROR_ID : undefined}>
          <legend className="mb-2 font-bold text-xl">
            {m.ratingTitle({ farm: farmText(order) })}
          </legend>
          <div className="flex w-fit">
            {stars.map((star) => (
              <label
                key={star}
                className="relative grid size-11 place-items-center rounded-full has-focus-visible:outline-3 has-focus-visible:outline-leaf"
              >
                <input
                  type="radio"
                  name="rating"
                  value={star}
                  checked={rating === star}
                  onChange={() => setRating(star)}
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                <Star
                  className={
                    star <= rating ? 'size-8 fill-maize text-maize-strong' : 'size-8 text-edge'
                  }
                />
                <span className="sr-only">{m.ratingStars({ stars: star })}</span>
              </label>
            ))}
          </div>
          <FieldError id={ERROR_ID} text={isMissing ? m.ratingRequired() : undefined} />
        </fieldset>
        <TextField
          label={m.ratingTextLabel()}
          hint={m.ratingTextHint()}
          maxLength={REVIEW_TEXT_MAX}
          isOptional
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FormBanner text={stepFailure(rate.error)} />
        <Button type="submit" className="justify-self-start" isBusy={rate.isPending}>
          {m.ratingSend()}
        </Button>
      </form>
    </Card>
  );
}

export function OwnReview({ review }: { review: NonNullable<Order['review']> }) {
  const { rating, text, answer } = review;
  return (
    <Card className="grid gap-2">
      <h2 className="font-bold text-xl">{m.ratingOwnTitle()}</h2>
      <p className="flex">
        {stars.map((star) => (
          <Star
            key={star}
            className={star <= rating ? 'size-6 fill-maize text-maize-strong' : 'size-6 text-edge'}
          />
        ))}
        <span className="sr-only">{m.ratingStars({ stars: rating })}</span>
      </p>
      {text && <p className="wrap-anywhere">{text}</p>}
      {answer && (
        <p className="wrap-anywhere border-line border-l-2 pl-4 text-muted">
          <span className="font-semibold">{m.ratingAnswer()}</span> {answer}
        </p>
      )}
    </Card>
  );
}
