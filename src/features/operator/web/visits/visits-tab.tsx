import { useState } from 'react';
import { useDeskSearch } from '#features/operator/web/desk-search.ts';
import { PositionButton } from '#features/operator/web/position-button.tsx';
import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#platform/web/ui/feedback/state-message.tsx';
import { metresText } from '#platform/web/ui/format/metres-text.ts';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { RowButton, RowList } from '../cases/row-list.tsx';

/** Farms that nobody has visited, the nearest to the phone first. */
export function VisitsTab() {
  const { go } = useDeskSearch();
  const [position, setPosition] = useState<Position | null>(null);
  const farms = trpc.desk.cases.visits.useQuery({ position });
  return (
    <div className="grid max-w-prose gap-3">
      <PositionButton label={m.deskNearest()} note="" onPosition={setPosition} />
      <QueryView
        query={farms}
        skeleton={<Skeleton className="h-96 w-full" />}
        errorText={m.deskLoadFailed()}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState picture="search" title={m.deskNoVisits()} />
          ) : (
            <RowList>
              {rows.map((farm) => (
                <RowButton
                  key={farm.userId}
                  isOpen={false}
                  onClick={() => go({ tab: 'cases', open: { page: 'account', id: farm.userId } })}
                  first={
                    <>
                      <span className="truncate font-semibold">{farm.farm}</span>
                      {(farm.isProvisional || farm.isGpsDoubtful) && (
                        <Badge tone="maize">{m.deskPlaceUnsure()}</Badge>
                      )}
                    </>
                  }
                  second={[
                    farm.addressDescription,
                    farm.subcounty,
                    farm.county,
                    phoneText(farm.phoneNumber ?? ''),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                  figure={position ? metresText(distanceMetres(position, farm)) : ''}
                  note=""
                />
              ))}
            </RowList>
          )
        }
      </QueryView>
    </div>
  );
}
