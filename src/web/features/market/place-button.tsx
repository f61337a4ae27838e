import { MapPin } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { classNames } from '#web/ui/layout/class-names.ts';
import type { Market } from './use-market.ts';

/** From where distances are counted; pressing it asks anew. */
export function PlaceButton({ market: { place, askPlace } }: { market: Market }) {
  return (
    <button
      type="button"
      onClick={askPlace}
      className={classNames(buttonClass({ variant: place ? 'quiet' : 'secondary', size: 'small' }), 'max-w-full')}
    >
      <MapPin aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="truncate">{place ? m.placeShown({ place: place.name }) : m.placeSet()}</span>
      {place && <span className="sr-only">. {m.placeChange()}</span>}
    </button>
  );
}
