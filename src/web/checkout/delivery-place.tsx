import { LocateFixed, MapPin } from 'lucide-react';
import { useState } from 'react';
import type { Position } from '#shared/geo.ts';
import { m } from '#shared/text/compiled/messages.js';
import { type GpsFailure, getGpsFix } from '#web/location/get-gps-fix.ts';
import { gpsFailureTexts } from '#web/location/gps-texts.ts';
import { PlaceSearch } from '#web/location/place-search.tsx';
import { rpc } from '#web/rpc.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { Notice } from '#web/ui/notice.tsx';

type DeliveryPlaceProps = {
  /** What the place is called; empty until it was found. */
  name: string;
  error: string | undefined;
  onPick: (position: Position, name: string) => void;
};

const ERROR_ID = 'delivery-place-error';

/** Where to deliver, as a point: by the device's position or by the name of a place. Distances are counted from it. */
export function DeliveryPlace({ name, error, onPick }: DeliveryPlaceProps) {
  const [isChanging, setIsChanging] = useState(false);
  const pick = (position: Position, found: string) => {
    setIsChanging(false);
    onPick(position, found);
  };
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? ERROR_ID : undefined}>
      <legend className="mb-1.5 font-semibold">{m.checkoutPlaceTitle()}</legend>
      {name && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-leaf-soft px-4 py-2 text-on-leaf-soft">
          <MapPin aria-hidden="true" className="size-5 shrink-0" />
          <span className="min-w-0 flex-1 font-semibold">{name}</span>
          {!isChanging && (
            <button type="button" className="min-h-11 font-semibold underline" onClick={() => setIsChanging(true)}>
              {m.checkoutPlaceChange()}
            </button>
          )}
        </p>
      )}
      {(!name || isChanging) && <FindPlace onPick={pick} />}
      <FieldError id={ERROR_ID} text={error} />
    </fieldset>
  );
}

function FindPlace({ onPick }: Pick<DeliveryPlaceProps, 'onPick'>) {
  const [state, setState] = useState<GpsFailure | 'idle' | 'looking'>('idle');

  async function locate() {
    setState('looking');
    const found = await getGpsFix();
    if (found.outcome !== 'fixed') return setState(found.outcome);
    const { latitude, longitude } = found.fix;
    const name = await nameOf({ latitude, longitude });
    setState('idle');
    onPick({ latitude, longitude }, name);
  }

  return (
    <div className="grid gap-4 sm:rounded-field sm:border sm:border-line sm:bg-sunk sm:p-4">
      <Button variant="secondary" isWide isBusy={state === 'looking'} onClick={() => void locate()} id="delivery-place">
        <LocateFixed aria-hidden="true" className="size-5" />
        {state === 'looking' ? m.gpsLooking() : m.placeByGps()}
      </Button>
      {state !== 'idle' && state !== 'looking' && (
        <Notice type="error">
          {gpsFailureTexts[state].what()} <span className="font-normal">{gpsFailureTexts[state].help()}</span>
        </Notice>
      )}
      <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.placeOr()}
      </p>
      <PlaceSearch onPick={onPick} />
    </div>
  );
}

/** A position without a name delivers as well. */
const nameOf = (at: Position): Promise<string> =>
  rpc.places.reverse.query(at).then(
    ({ place }) => place.display_name,
    () => m.placeGpsName(),
  );
