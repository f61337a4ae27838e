import { findCounty } from '#shared/counties.ts';
import type { Position } from '#shared/geo.ts';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type CountyQuestionProps = {
  pin: Position | null;
  /** As it was typed. */
  county: string;
  onUse: (county: string) => void;
};

/** Asks about a county that lies far from the pin. A question only: what was typed may stay. */
export function CountyQuestion({ pin, county: typed, onUse }: CountyQuestionProps) {
  const county = findCounty(typed);
  const isAsked = pin !== null && county !== null;
  const { data } = trpc.places.checkCounty.useQuery(
    isAsked ? { latitude: pin.latitude, longitude: pin.longitude, county } : { latitude: 0, longitude: 0, county: 'Nairobi' },
    { enabled: isAsked, staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  if (!isAsked || !data?.isFar || !data.pinCounty) return null;
  const { pinCounty } = data;
  return (
    <Notice type="info">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0">{m.countyQuestion({ pinCounty, county })}</p>
        <Button size="small" variant="secondary" onClick={() => onUse(pinCounty)}>
          {m.countyUsePin({ pinCounty })}
        </Button>
      </div>
    </Notice>
  );
}
