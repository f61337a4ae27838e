import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { type GpsFailure, getGpsFix } from '#web/location/get-gps-fix.ts';
import { gpsFailureTexts } from '#web/location/gps-texts.ts';
import { PlaceSearch } from '#web/location/place-search.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Market } from './use-market.ts';

/** Asks where the buyer is: by the device's position, or by the name of a place. */
export function PlaceDialog({ market: { place, cancelPlace, choosePlace, forgetPlace } }: { market: Market }) {
  const [state, setState] = useState<GpsFailure | 'idle' | 'looking'>('idle');

  async function locate() {
    setState('looking');
    const found = await getGpsFix();
    if (found.outcome !== 'fixed') return setState(found.outcome);
    setState('idle');
    choosePlace({ latitude: found.fix.latitude, longitude: found.fix.longitude, name: m.placeGpsName() });
  }

  return (
    <Dialog title={m.placeTitle()} isOpen onClose={cancelPlace}>
      <div className="grid gap-5">
        <p className="text-muted">{m.placeLead()}</p>
        <Button isWide isBusy={state === 'looking'} onClick={() => void locate()}>
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
        <PlaceSearch onPick={(position, name) => choosePlace({ ...position, name })} />
        {place && (
          <Button variant="quiet" onClick={forgetPlace}>
            {m.placeForget()}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
