import { useState } from 'react';
import { type GpsFailure, getGpsFix, gpsFailureTexts } from '#places/web/get-gps-fix.ts';
import type { GpsFix } from '#platform/rules/fields.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

type PositionButtonProps = {
  label: string;
  /** Shown beside the button, unless the reason for a missing position is. */
  note: string;
  onFix: (fix: GpsFix) => void;
};

export function PositionButton({ label, note, onFix }: PositionButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<GpsFailure | null>(null);
  const measure = async () => {
    setIsBusy(true);
    const measured = await getGpsFix();
    setIsBusy(false);
    setFailure(measured.outcome === 'fixed' ? null : measured.outcome);
    if (measured.outcome === 'fixed') onFix(measured.fix);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void measure()}>
        {label}
      </Button>
      <p role="status" className="text-muted text-sm">
        {failure ? gpsFailureTexts[failure].what() : note}
      </p>
    </div>
  );
}
