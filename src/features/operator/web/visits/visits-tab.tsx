import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DISPLAY_NAME_MAX } from '#operator/rules/desk-input.ts';
import { distanceMetres } from '#rules/geo.ts';
import { m } from '#text';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState, FormBanner, QueryView } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { metresText, momentText } from '#ui/format.ts';
import { useIsOnline } from '#ui/screen-state.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { PositionButton } from '../cases/option-fields.tsx';
import { deskQueries, perform, useDeskSearch } from '../desk-client.ts';
import { RowButton, RowList } from '../desk-parts.tsx';
import { cacheVisits, type FarmToVisit, readCachedVisits } from './cached-visits.ts';
import { usePendingVisits, visitSubject } from './pending-visits.tsx';
import { VisitPage } from './visit-page.tsx';

export function VisitsTab() {
  const { open, go } = useDeskSearch();
  const isOnline = useIsOnline();
  const [position, setPosition] = useState<Position | null>(null);
  const [kept] = useState(readCachedVisits);
  const { client } = trpc.useUtils();
  const farms = useQuery({
    queryKey: ['visits', position],
    queryFn: () => client.desk.cases.visits.mutate({ position }),
    // The position may be measured offline. The stored list may be older than the shown one.
    placeholderData: keepPreviousData,
    ...(kept && position === null && { initialData: kept.farms, initialDataUpdatedAt: 0 }),
  });
  useEffect(() => {
    if (farms.data && farms.isFetchedAfterMount) cacheVisits(farms.data);
  }, [farms.data, farms.isFetchedAfterMount]);
  const chosen =
    open?.page === 'visit' ? farms.data?.find(({ userId }) => userId === open.id) : undefined;
  if (chosen)
    return (
      <div className="grid max-w-prose gap-3">
        <div>
          <Button variant="quiet" size="small" onClick={() => go({ open: null })}>
            <span aria-hidden="true">←</span> {m.deskBackToVisits()}
          </Button>
        </div>
        <VisitPage key={chosen.userId} farm={chosen} onRecorded={() => go({ open: null })} />
      </div>
    );
  return (
    <div className="grid max-w-prose gap-3">
      <PositionButton label={m.deskNearest()} note="" onFix={setPosition} />
      {!isOnline && kept && (
        <p className="text-muted text-sm">
          {m.deskVisitsKept({ moment: momentText(new Date(kept.at).toISOString()) })}
        </p>
      )}
      <QueryView query={farms} skeleton={<Skeleton className="h-96 w-full" />}>
        {(rows) => <FarmList farms={nearestFirst(rows, position)} position={position} />}
      </QueryView>
      <OfficerName />
    </div>
  );
}

/** The server's order without a position. Sorted here, because the officer may be offline. */
const nearestFirst = (farms: readonly FarmToVisit[], position: Position | null) =>
  position
    ? [...farms].sort(
        (one, other) => distanceMetres(position, one) - distanceMetres(position, other),
      )
    : farms;

type FarmListProps = { farms: readonly FarmToVisit[]; position: Position | null };

function FarmList({ farms, position }: FarmListProps) {
  const { go } = useDeskSearch();
  const waiting = usePendingVisits();
  if (farms.length === 0) return <EmptyState picture="search" title={m.deskNoVisits()} />;
  return (
    <RowList>
      {farms.map((farm) => {
        const isWaiting = waiting.some(({ subject }) => subject === visitSubject(farm.userId));
        return (
          <RowButton
            key={farm.userId}
            isOpen={false}
            onClick={() => go({ tab: 'visits', open: { page: 'visit', id: farm.userId } })}
            first={
              <>
                <span className="wrap-anywhere font-semibold">{farm.farm}</span>
                {isWaiting && <Badge tone="maize">{m.queueStateWaiting()}</Badge>}
                {!isWaiting && (farm.isProvisional || farm.isGpsDoubtful) && (
                  <Badge tone="maize">{m.deskPlaceUnsure()}</Badge>
                )}
              </>
            }
            second={[farm.addressDescription, farm.subcounty, farm.county]
              .filter(Boolean)
              .join(', ')}
            figure={position ? metresText(distanceMetres(position, farm)) : ''}
            note=""
          />
        );
      })}
    </RowList>
  );
}

function OfficerName() {
  const me = trpc.desk.entry.me.useQuery();
  const [isOpen, setIsOpen] = useState(false);
  if (!me.data) return null;
  const { displayName } = me.data;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        {displayName ? m.deskShownAs({ name: displayName }) : m.deskNotNamed()}
        <Button
          variant="quiet"
          size="small"
          className="-ml-4"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {m.deskChangeName()}
        </Button>
      </p>
      {isOpen && <NameForm name={displayName ?? ''} onDone={() => setIsOpen(false)} />}
    </div>
  );
}

function NameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const [displayName, setDisplayName] = useState(name);
  const saving = useMutation({
    mutationFn: () => perform('chooseDisplayName', { input: { displayName } }),
    onSuccess: async () => {
      await deskQueries.invalidateQueries();
      onDone();
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextField
        label={m.deskDisplayName()}
        hint={m.deskDisplayNameHint()}
        isOptional
        autoComplete="off"
        maxLength={DISPLAY_NAME_MAX}
        value={displayName}
        onChange={(event) => setDisplayName(event.target.value)}
      />
      <FormBanner text={saving.error && failureText(saving.error, m.deskNotDone())} />
      <Button type="submit" size="small" variant="secondary" isBusy={saving.isPending}>
        {m.productSave()}
      </Button>
    </form>
  );
}
