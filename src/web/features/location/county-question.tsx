import { useEffect, useState } from 'react';
import { type County, findCounty } from '#shared/counties.ts';
import type { Position } from '#shared/geo.ts';
import { m } from '#shared/text/compiled/messages.js';
import { rpc } from '#web/app/client/rpc.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';

type CountyQuestionProps = {
  pin: Position | null;
  /** As it was typed. */
  county: string;
  onUse: (county: string) => void;
};

/** Asks about a county that lies far from the pin. A question only: what was typed may stay. */
export function CountyQuestion({ pin, county: typed, onUse }: CountyQuestionProps) {
  const county = findCounty(typed);
  const pinCounty = useFarPinCounty(pin, county);
  if (!county || !pinCounty) return null;
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

/** The county of the pin where it lies far from this one; null while that is not known. */
function useFarPinCounty(pin: Position | null, county: County | null): string | null {
  const [answer, setAnswer] = useState<{ asked: string; pinCounty: string | null } | null>(null);
  const { latitude, longitude } = pin ?? {};
  const asked = `${latitude} ${longitude} ${county}`;
  useEffect(() => {
    if (latitude === undefined || longitude === undefined || !county) return;
    let isMeant = true;
    // The picker stands in the sign-up too, which does without the queries' cache. Without an answer nothing is asked.
    rpc.places.checkCounty.query({ latitude, longitude, county }).then(
      ({ isFar, pinCounty }) => isMeant && setAnswer({ asked, pinCounty: isFar ? pinCounty : null }),
      () => {},
    );
    return () => {
      isMeant = false;
    };
  }, [latitude, longitude, county, asked]);
  return answer?.asked === asked ? answer.pinCounty : null;
}
