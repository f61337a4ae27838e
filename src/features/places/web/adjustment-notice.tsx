import type { Adjustment } from '#features/places/rules/adjustment.ts';
import { PROXIMITY_RADIUS_METRES } from '#features/places/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

export function AdjustmentNotice({
  adjustment,
  onPutBack,
}: {
  adjustment: Adjustment;
  onPutBack: () => void;
}) {
  switch (adjustment.outcome) {
    case 'noFix':
      return <Notice type="error">{m.pinNoFix()}</Notice>;
    case 'tooFar':
      return (
        <Notice type="error">
          <p>
            {m.errorPinTooFar({
              distanceMetres: Math.round(adjustment.distanceMetres),
              radiusMetres: PROXIMITY_RADIUS_METRES,
            })}
          </p>
          <Button className="mt-3" size="small" variant="secondary" onClick={onPutBack}>
            {m.pinBack()}
          </Button>
        </Notice>
      );
    case 'acceptable':
      return (
        <Notice type="info">
          {m.pinAcceptable({ metres: Math.round(adjustment.distanceMetres) })}
        </Notice>
      );
    case 'exact':
      return (
        <Notice type="success">
          {m.pinExact({ metres: Math.round(adjustment.distanceMetres) })}
        </Notice>
      );
  }
}
