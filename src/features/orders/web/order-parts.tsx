import { MessageCircle, Navigation, Phone } from 'lucide-react';
import { moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { buttonClass } from '#ui/elements.tsx';
import { momentText } from '#ui/format.ts';
import { telLink } from '#web/page-frame.tsx';
import type {
  Actor,
  Fulfilment,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
} from '../rules/order-facts.ts';
import { type ByActor, statusTexts } from './order-status.tsx';

export type EventTexts = {
  side: 'buyer' | 'farmer';
  total: (amounts: { before: string; after: string }) => string;
  payment: Record<PaymentStatus, ByActor>;
};

type Event = {
  subject: 'status' | 'paymentStatus' | 'total';
  actor: Actor;
  from: string | null;
  to: string;
};

const amountOf = (cents: string | null) => moneyText(shillingsOf(Number(cents)));

/** `to` always matches the subject, because the server writes nothing else. */
export function eventText(
  { subject, actor, from, to }: Event,
  fulfilment: Fulfilment,
  { side, payment, total }: EventTexts,
): string {
  if (subject === 'total') return total({ before: amountOf(from), after: amountOf(to) });
  if (to === 'dispatched' && fulfilment === 'collection') return m.orderStatusReady();
  const texts =
    subject === 'paymentStatus'
      ? payment[to as PaymentStatus]
      : statusTexts[to as OrderStatus].events[side];
  return (texts[actor] ?? texts.otherwise)();
}

const SENT_AT_ONCE_MILLISECONDS = 5 * 60 * 1000;

type Taken = { at: string; takenAt: string | null; isTakenAtDoubtful: boolean };

export function TakenAtLine({ event: { at, takenAt, isTakenAtDoubtful } }: { event: Taken }) {
  if (
    takenAt === null ||
    Math.abs(Date.parse(at) - Date.parse(takenAt)) < SENT_AT_ONCE_MILLISECONDS
  )
    return null;
  const moment = momentText(takenAt);
  return (
    <span className="block text-muted text-sm tabular-nums">
      {isTakenAtDoubtful ? m.eventTakenAtDoubtful({ moment }) : m.eventTakenAt({ moment })}
    </span>
  );
}

type PhoneLinksProps = {
  phoneNumber: string;
  name: string;
  greeting: string;
};

export function PhoneLinks({ phoneNumber, name, greeting }: PhoneLinksProps) {
  const look = buttonClass({ variant: 'secondary', size: 'small' });
  const whatsApp = `https://wa.me/${phoneNumber.replace(/\D/g, '')}?text=${encodeURIComponent(greeting)}`;
  return (
    <div className="flex flex-wrap gap-3">
      <a href={telLink(phoneNumber)} className={look}>
        <Phone className="size-4.5" />
        {m.contactCall()}
        <span className="sr-only">: {name}</span>
      </a>
      <a href={whatsApp} target="_blank" rel="noreferrer" className={look}>
        <MessageCircle className="size-4.5" />
        {m.contactWhatsApp()}
        <span className="sr-only">: {name}</span>
      </a>
    </div>
  );
}

export const DirectionsLink = ({ to: { latitude, longitude } }: { to: Position }) => (
  <a
    href={`https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`}
    target="_blank"
    rel="noreferrer"
    className={buttonClass({ variant: 'secondary', size: 'small' })}
  >
    <Navigation className="size-4.5" />
    {m.orderDirections()}
  </a>
);

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
  children?: React.ReactNode;
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
