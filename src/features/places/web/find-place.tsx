import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import type { Position } from '#platform/rules/geo/geo.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';
import { type GpsFailure, getGpsFix, gpsFailureTexts } from './get-gps-fix.ts';
import { PlaceSearch } from './place-search.tsx';

type FindPlaceProps = {
  variant?: 'primary' | 'secondary';
  buttonId?: string;
  /** The button is busy until this resolves. */
  onLocate: (position: Position) => Promise<void> | void;
  onPick: (position: Position, name: string) => void;
};

export function FindPlace({ variant = 'primary', buttonId, onLocate, onPick }: FindPlaceProps) {
  const [state, setState] = useState<GpsFailure | 'idle' | 'looking'>('idle');

  async function locate() {
    setState('looking');
    const found = await getGpsFix();
    if (found.outcome !== 'fixed') return setState(found.outcome);
    await onLocate({ latitude: found.fix.latitude, longitude: found.fix.longitude });
    setState('idle');
  }

  return (
    <>
      <Button
        variant={variant}
        isWide
        isBusy={state === 'looking'}
        onClick={() => void locate()}
        id={buttonId}
      >
        <LocateFixed aria-hidden="true" className="size-5" />
        {state === 'looking' ? m.gpsLooking() : m.placeByGps()}
      </Button>
      {state !== 'idle' && state !== 'looking' && (
        <Notice type="error">
          {gpsFailureTexts[state].what()}{' '}
          <span className="font-normal">{gpsFailureTexts[state].help()}</span>
        </Notice>
      )}
      <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.placeOr()}
      </p>
      <PlaceSearch onPick={onPick} />
    </>
  );
}
