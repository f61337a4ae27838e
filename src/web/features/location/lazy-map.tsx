import { Component, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import type { MapViewProps } from './map-view.tsx';

// React.lazy wants a default; the map's file has a name like any other.
const load = () => import('./map-view.tsx').then(({ MapView }) => ({ default: MapView }));

const nothingToWaitFor = () => () => {};

/** The map, fetched when a screen with one is shown. Where it cannot be had, the screen goes on without. */
export function LazyMap(props: MapViewProps) {
  // The build renders pages without a browser, and there is no map in those.
  const isInBrowser = useSyncExternalStore(
    nothingToWaitFor,
    () => true,
    () => false,
  );
  return <MapBoundary>{isInBrowser ? <FetchedMap {...props} /> : <MapSpace />}</MapBoundary>;
}

function MapSpace() {
  return (
    <div className="grid h-[400px] place-items-center rounded-field border border-line bg-sky-soft text-muted" role="status">
      {m.mapLoading()}
    </div>
  );
}

let MapView = lazy(load);

function FetchedMap(props: MapViewProps) {
  return (
    <Suspense fallback={<MapSpace />}>
      <MapView {...props} />
    </Suspense>
  );
}

/** React catches what fails while drawing in classes alone. */
class MapBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
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
    // A failed fetch is remembered by the old one.
    MapView = lazy(load);
    this.setState({ hasFailed: false });
  };
}
