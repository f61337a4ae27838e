import { MapPinned } from 'lucide-react';
import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { LazyMap } from '#web/location/lazy-map.tsx';
import { retryUnlessRefused } from '#web/retry-unless-refused.ts';
import { trpc } from '#web/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const COUNTY_ZOOM = 9;

/** Where in Kenya a county lies, once one asks: no nearer than that, and no map's worth of data before. */
export function CountyMap({ county }: { county: string }) {
  const [isShown, setIsShown] = useState(false);
  const found = trpc.places.search.useQuery(
    { query: county },
    { enabled: isShown, staleTime: Number.POSITIVE_INFINITY, retry: retryUnlessRefused },
  );
  if (!isShown) {
    return (
      <Button variant="secondary" size="small" className="mt-5" onClick={() => setIsShown(true)}>
        <MapPinned aria-hidden="true" className="size-4.5" />
        {m.farmCountyMap({ county })}
      </Button>
    );
  }
  const places = found.data?.places ?? [];
  const place = places.find(({ type }) => type === 'county') ?? places[0];
  const centre = place && { latitude: Number(place.lat), longitude: Number(place.lon) };
  return (
    <div className="mt-5">
      {found.isPending ? (
        <Skeleton className="h-[400px]" />
      ) : (
        <LazyMap pin={null} focus={centre ? { centre, zoom: COUNTY_ZOOM } : null} />
      )}
    </div>
  );
}
