import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { FindPlace } from '#features/places/web/find-place.tsx';
import type { Position } from '#platform/rules/geo/geo.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { rpc } from '#platform/web/client/rpc.ts';
import { FieldError } from '#platform/web/ui/form/field.tsx';

type DeliveryPlaceProps = {
  /** The name of the place; empty until one is found. */
  name: string;
  error: string | undefined;
  onPick: (position: Position, name: string) => void;
};

const ERROR_ID = 'delivery-place-error';

/**
 * The delivery position, from the device or the name of a place. Distances are measured from it.
 */
export function DeliveryPlace({ name, error, onPick }: DeliveryPlaceProps) {
  const [isChanging, setIsChanging] = useState(false);
  const pick = (position: Position, found: string) => {
    setIsChanging(false);
    onPick(position, found);
  };
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? ERROR_ID : undefined}>
      <legend className={name ? 'sr-only' : 'mb-1.5 font-semibold'}>
        {m.checkoutPlaceTitle()}
      </legend>
      {name && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-leaf-soft px-3.5 text-on-leaf-soft">
          <MapPin aria-hidden="true" className="size-5 shrink-0" />
          <span className="min-w-0 flex-1 py-1 font-semibold leading-snug first-letter:uppercase">
            {name}
          </span>
          {!isChanging && (
            <button
              type="button"
              className="min-h-11 font-semibold underline"
              onClick={() => setIsChanging(true)}
            >
              {m.checkoutPlaceChange()}
            </button>
          )}
        </p>
      )}
      {(!name || isChanging) && (
        <div className="grid gap-4 sm:rounded-field sm:border sm:border-line sm:bg-sunk sm:p-4">
          <FindPlace
            variant="secondary"
            buttonId="delivery-place"
            onLocate={async (position) => pick(position, await nameOf(position))}
            onPick={pick}
          />
        </div>
      )}
      <FieldError id={ERROR_ID} text={error} />
    </fieldset>
  );
}

/** A position is enough for a delivery, even without a name. */
const nameOf = (at: Position): Promise<string> =>
  rpc.places.reverse.query(at).then(
    ({ place }) => place.display_name,
    () => m.placeGpsName(),
  );
