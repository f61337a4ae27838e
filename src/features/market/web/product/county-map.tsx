import { MapPinned } from 'lucide-react';
import { useState } from 'react';
import { LazyMap } from '#features/places/web/lazy-map.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

const COUNTY_ZOOM = 9;

/**
 * Shows on request where in Kenya a county is. It shows no more than the county, and the map's data
 * is not loaded before.
 */
export function CountyMap({ county }: { county: string }) {
  const [isShown, setIsShown] = useState(false);
  const found = trpc.places.search.useQuery(
    { query: county },
    { enabled: isShown, staleTime: Number.POSITIVE_INFINITY, retry: retryUnlessRefused },
  );
  if (!isShown) {
    return (
      <Button
        variant="secondary"
        size="small"
        className="needs-script mt-5"
        onClick={() => setIsShown(true)}
      >
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
