import { useRef, useState } from 'react';
import { type GpsFailure, getGpsFix } from '#features/places/web/get-gps-fix.ts';
import type { CreateProduct } from '#features/products/rules/product.ts';
import { momentNow } from '#platform/web/offline/clock-offset.ts';

export type Position = NonNullable<CreateProduct['capturedAt']>;
export type CapturePosition =
  | { is: 'none' | 'asking' }
  | { is: 'there'; position: Position }
  | { is: 'failed'; failure: GpsFailure };

/**
 * The position at which the photos were taken, if the farmer shares it. `settled` resolves to the
 * result once the device has answered.
 */
export function useCapturePosition() {
  const [state, setState] = useState<CapturePosition>({ is: 'none' });
  const asking = useRef<Promise<CapturePosition>>(Promise.resolve(state));
  const add = (isWanted: boolean) => {
    const mine = isWanted ? ask() : Promise.resolve<CapturePosition>({ is: 'none' });
    asking.current = mine;
    if (isWanted) setState({ is: 'asking' });
    // Ignored if the farmer has changed their mind in the meantime.
    void mine.then((found) => asking.current === mine && setState(found));
  };
  return { state, add, settled: () => asking.current };
}

async function ask(): Promise<CapturePosition> {
  const found = await getGpsFix();
  if (found.outcome !== 'fixed') return { is: 'failed', failure: found.outcome };
  const { latitude, longitude, accuracy } = found.fix;
  return { is: 'there', position: { latitude, longitude, accuracy, takenAt: momentNow() } };
}
