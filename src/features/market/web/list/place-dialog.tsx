import { FindPlace } from '#places/web/find-place.tsx';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import type { Market } from './use-market.ts';

export function PlaceDialog({
  market: { place, cancelPlace, choosePlace, forgetPlace },
}: {
  market: Pick<Market, 'place' | 'cancelPlace' | 'choosePlace' | 'forgetPlace'>;
}) {
  return (
    <Dialog title={m.placeTitle()} isOpen onClose={cancelPlace}>
      <div className="grid gap-5">
        <p className="text-muted">{m.placeLead()}</p>
        <FindPlace
          onLocate={(position) => choosePlace({ ...position, name: '' })}
          onPick={(position, name) => choosePlace({ ...position, name })}
        />
        {place && (
          <Button variant="quiet" onClick={forgetPlace}>
            {m.placeForget()}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
