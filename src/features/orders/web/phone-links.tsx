import { MessageCircle, Navigation, Phone } from 'lucide-react';
import type { Position } from '#platform/rules/geo.ts';
import { telLink } from '#platform/web/shell/site-info.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';

type PhoneLinksProps = {
  /** E.164, such as +254712345678. */
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
        <Phone aria-hidden="true" className="size-4.5" />
        {m.contactCall()}
        <span className="sr-only">: {name}</span>
      </a>
      <a href={whatsApp} target="_blank" rel="noreferrer" className={look}>
        <MessageCircle aria-hidden="true" className="size-4.5" />
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
    <Navigation aria-hidden="true" className="size-4.5" />
    {m.orderDirections()}
  </a>
);
