import { Navigation } from 'lucide-react';
import type { Position } from '#shared/geo.ts';
import { m } from '#shared/text/compiled/messages.js';
import { buttonClass } from '#web/ui/form/button-class.ts';

/** The way to where an order is collected or delivered, in the map application of the phone. */
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
