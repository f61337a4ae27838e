import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { readFailure, rpc } from '#web/rpc.ts';
import { PLACE_QUERY_MAX } from '../rules/limits.ts';
import { type Place, type PlaceKind, placeKinds, type SearchAnswer } from '../rules/place.ts';
import { type GpsFailure, getGpsFix, gpsFailureTexts } from './get-gps-fix.ts';

type FindPlaceProps = {
  variant?: 'primary' | 'secondary';
  buttonId?: string;
  onLocate: (position: Position, accuracyMetres: number) => Promise<void> | void;
  onPick: (position: Position, name: string) => void;
};

export function FindPlace({ variant = 'primary', buttonId, onLocate, onPick }: FindPlaceProps) {
  const [state, setState] = useState<GpsFailure | 'idle' | 'looking'>('idle');

  async function locate() {
    setState('looking');
    const found = await getGpsFix();
    if (found.outcome !== 'fixed') return setState(found.outcome);
    const { latitude, longitude, accuracy } = found.fix;
    await onLocate({ latitude, longitude }, accuracy);
    setState('idle');
  }

  return (
    <>
      <Button
        variant={variant}
        isWide
        isBusy={state === 'looking'}
        onClick={() => void locate()}
        id={buttonId}
      >
        <LocateFixed className="size-5" />
        {state === 'looking' ? m.gpsLooking() : m.placeByGps()}
      </Button>
      {state !== 'idle' && state !== 'looking' && (
        <Notice type="error">
          {gpsFailureTexts[state].what()}{' '}
          <span className="font-normal">{gpsFailureTexts[state].help()}</span>
        </Notice>
      )}
      <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.placeOr()}
      </p>
      <PlaceSearch onPick={onPick} />
    </>
  );
}

type SearchState =
  | { status: 'idle' | 'looking' }
  | { status: 'failed'; message: string }
  | ({ status: 'found' } & SearchAnswer);

const kindTexts: Record<PlaceKind, () => string> = {
  county: m.countyLabel,
  town: m.placeKindTown,
  constituency: m.placeKindConstituency,
  ward: m.placeKindWard,
  locality: m.placeKindLocality,
};

export function PlaceSearch({ onPick }: { onPick: (position: Position, name: string) => void }) {
  const [query, setQuery] = useState('');
  const [state, setState] = useState<SearchState>({ status: 'idle' });

  const search = async () => {
    if (!query.trim() || state.status === 'looking') return;
    setState({ status: 'looking' });
    try {
      setState({ status: 'found', ...(await rpc.places.search.query({ query })) });
    } catch (error) {
      setState({
        status: 'failed',
        message: readFailure(error).message ?? m.errorPlaceSearchFailed(),
      });
    }
  };

  return (
    <search className="grid gap-3">
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1 [&>label]:sr-only"
          label={m.placeSearchLabel()}
          placeholder={m.placeSearchLabel()}
          type="search"
          maxLength={PLACE_QUERY_MAX}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void search();
          }}
        />
        {query.trim() && (
          <Button
            variant="secondary"
            className="max-sm:px-2.5"
            isBusy={state.status === 'looking'}
            onClick={() => void search()}
          >
            {m.placeSearchButton()}
          </Button>
        )}
      </div>
      {state.status === 'failed' && <Notice type="error">{state.message}</Notice>}
      {state.status === 'found' && (
        <Results
          answer={state}
          onPick={(place) => {
            setState({ status: 'idle' });
            onPick(
              { latitude: Number(place.lat), longitude: Number(place.lon) },
              place.display_name,
            );
          }}
        />
      )}
    </search>
  );
}

function Results({ answer, onPick }: { answer: SearchAnswer; onPick: (place: Place) => void }) {
  if (answer.places.length === 0) return <p role="status">{m.placeSearchNothing()}</p>;
  return (
    <div>
      {answer.degraded && <p className="mb-2 text-muted text-sm">{m.placeSourceDegraded()}</p>}
      <ul
        aria-label={m.placeSearchResults()}
        className="grid divide-y divide-line overflow-hidden rounded-field border border-line bg-card"
      >
        {answer.places.map((place) => (
          <li key={`${place.type} ${place.display_name} ${place.lat} ${place.lon}`}>
            <button
              type="button"
              onClick={() => onPick(place)}
              className="flex min-h-12 w-full flex-wrap items-baseline justify-between gap-x-3 px-4 py-2.5 text-left hover:bg-leaf-soft"
            >
              <span className="font-medium">{place.display_name}</span>
              <span className="text-muted text-sm">
                {isKind(place.type) && kindTexts[place.type]()}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A Nominatim server may return kinds of places that have no translation. */
const isKind = (type: string): type is PlaceKind => placeKinds.some((kind) => kind === type);
