import type { ReactNode } from 'react';
import type { PaymentMethod } from '#orders/rules/order-facts.ts';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { m } from '#text';

type Dispute = {
  openedAt: string;
  reason: string | null;
  photos: { id: number; url: string; takenAt: string | null; isTakenAtDoubtful: boolean }[];
  answer: string | null;
  answeredAt: string | null;
  resolution: { to: 'completed' | 'cancelled'; reason: string | null; at: string } | null;
};

type DisputeViewProps = {
  dispute: Dispute;
  order: { paymentMethod: PaymentMethod };
  reader: 'buyer' | 'farmer';
  children?: ReactNode;
};

export function DisputeView({ dispute, order, reader, children }: DisputeViewProps) {
  const { openedAt, reason, photos, answer, answeredAt, resolution } = dispute;
  return (
    <div className="grid gap-3">
      <div>
        {reason && <p className="wrap-anywhere">“{reason}”</p>}
        <p className="text-muted text-sm">{m.disputeOpenedAt({ moment: momentText(openedAt) })}</p>
      </div>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map(({ id, url, takenAt, isTakenAtDoubtful }, index) => (
            <li key={id} className="w-24">
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="block size-24 overflow-hidden rounded-field bg-sunk"
              >
                <img
                  src={url}
                  alt={m.disputePhotoAlt({ number: index + 1 })}
                  loading="lazy"
                  className="cover"
                />
              </a>
              {takenAt && (
                <p className="text-muted text-xs tabular-nums">
                  {takenText({ takenAt, isTakenAtDoubtful })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
      {answer ? (
        <div className="border-leaf border-l-4 pl-3">
          <p className="font-semibold text-sm">
            {reader === 'farmer' ? m.disputeYourAnswer() : m.reviewYourAnswer()}
          </p>
          <p className="wrap-anywhere">{answer}</p>
          {answeredAt && <p className="text-muted text-sm">{momentText(answeredAt)}</p>}
        </div>
      ) : (
        reader === 'buyer' && !resolution && <p className="text-muted">{m.disputeNoAnswer()}</p>
      )}
      {resolution ? (
        <div>
          <p className="font-semibold">{resolutionText(resolution)}</p>
          {resolution.reason && <p className="wrap-anywhere">{resolution.reason}</p>}
        </div>
      ) : (
        <p className="font-semibold">
          {order.paymentMethod === 'Cash on delivery'
            ? m.orderDisputedCashMeaning()
            : m.orderDisputedMeaning()}
        </p>
      )}
    </div>
  );
}

function takenText({
  takenAt,
  isTakenAtDoubtful,
}: {
  takenAt: string;
  isTakenAtDoubtful: boolean;
}): string {
  const moment = momentText(takenAt);
  return isTakenAtDoubtful
    ? m.disputePhotoTakenDoubtful({ moment })
    : m.disputePhotoTaken({ moment });
}

function resolutionText({ to, at }: NonNullable<Dispute['resolution']>): string {
  const moment = momentText(at);
  return to === 'completed'
    ? m.disputeEndedCompleted({ moment })
    : m.disputeEndedCancelled({ moment });
}
