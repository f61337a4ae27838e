import { Component, lazy, Suspense } from 'react';
import { m } from '#text';
import { useNear } from '#ui/browser/use-near.ts';
import { Button, CodeSpace } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import type { MapViewProps } from './map-view.tsx';

const load = () => import('./map-view.tsx').then(({ MapView }) => ({ default: MapView }));

/**
 * Loaded near the viewport, because on a slow phone its code would delay a form whose first fields
 * are far above it. The screen also works without it.
 */
export function LazyMap(props: MapViewProps) {
  const [place, isNear] = useNear<HTMLDivElement>(false);
  return (
    <div ref={place}>
      <MapBoundary>{isNear ? <FetchedMap {...props} /> : <MapSpace />}</MapBoundary>
    </div>
  );
}

function MapSpace() {
  return (
    <div
      className="grid h-[400px] place-items-center rounded-field border border-line bg-sky-soft text-muted"
      role="status"
    >
      {m.mapLoading()}
    </div>
  );
}

let MapView = lazy(load);

function FetchedMap(props: MapViewProps) {
  return (
    <Suspense
      fallback={
        <CodeSpace>
          <MapSpace />
        </CodeSpace>
      }
    >
      <MapView {...props} />
    </Suspense>
  );
}

/** React catches rendering errors in class components only. */
class MapBoundary extends Component<{ children: React.ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice type="info">
        <div className="flex flex-wrap items-center gap-3">
          {m.mapFailed()}
          <Button size="small" variant="secondary" onClick={this.tryAgain}>
            {m.retry()}
          </Button>
        </div>
      </Notice>
    );
  }

  tryAgain = () => {
    // The old lazy component remembers its failed import.
    MapView = lazy(load);
    this.setState({ hasFailed: false });
  };
}
