import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#text';
import { tileUrl } from '#web/page-frame.tsx';
import { PROXIMITY_RADIUS_METRES } from '../rules/limits.ts';
import { movedBy } from '../rules/place.ts';
import credits from './data/credits.json';
import { createFarmMap, type FarmMap, type MapFocus } from './farm-map.ts';

const STEP_METRES = 5;

const LARGE_STEP_METRES = 50;

const steps: Record<string, { north: number; east: number }> = {
  ArrowUp: { north: 1, east: 0 },
  ArrowDown: { north: -1, east: 0 },
  ArrowRight: { north: 0, east: 1 },
  ArrowLeft: { north: 0, east: -1 },
};

export type MapViewProps = {
  pin: Position | null;
  gpsFix?: Position | null;
  proximityRadiusMetres?: number;
  coverageRadiusMetres?: number | null;
  /** Without one, the map starts with all of Kenya. */
  focus?: MapFocus | null;
  /** The pin stays where it is until `pin` changes. */
  onMovePin?: (position: Position) => void;
};

/** Load it lazily, because it imports OpenLayers. */
export function MapView(props: MapViewProps) {
  const {
    pin,
    gpsFix = null,
    proximityRadiusMetres = PROXIMITY_RADIUS_METRES,
    coverageRadiusMetres = null,
    focus = null,
  } = props;
  const { onMovePin } = props;
  const target = useRef<HTMLDivElement>(null);
  const [pinElement] = useState(() => document.createElement('div'));
  const [tiles, setTiles] = useState<'loaded' | 'failed' | null>(null);
  const map = useRef<FarmMap | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!target.current) return;
    const created = createFarmMap({
      target: target.current,
      pin: pinElement,
      tileUrl: tileUrl(),
      focus: latest.current.focus ?? null,
      onPress: (position) => latest.current.onMovePin?.(position),
      onTiles: (state) => setTiles((before) => (before === 'loaded' ? before : state)),
    });
    map.current = created;
    return () => {
      map.current = null;
      created.remove();
    };
  }, [pinElement]);

  useEffect(() => {
    map.current?.show({ pin, gpsFix, proximityRadiusMetres, coverageRadiusMetres });
  }, [pin, gpsFix, proximityRadiusMetres, coverageRadiusMetres]);

  const { latitude, longitude } = pin ?? {};
  useEffect(() => {
    if (latitude !== undefined && longitude !== undefined)
      map.current?.keepInView({ latitude, longitude });
  }, [latitude, longitude]);

  useEffect(() => {
    if (focus) map.current?.lookAt(focus);
  }, [focus]);

  const showAgain = () =>
    map.current?.show({ pin, gpsFix, proximityRadiusMetres, coverageRadiusMetres });
  return (
    <figure className="grid gap-1.5">
      <div className="relative isolate h-[400px] overflow-hidden rounded-field border border-line bg-sky-soft">
        <div
          ref={target}
          role="application"
          aria-label={m.mapLabel()}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the map can be operated: arrow keys move it, + and - zoom
          tabIndex={0}
          className="peer size-full select-none"
        />
        {/* An overlay, because the map would paint over its own outline. */}
        <div className="pointer-events-none absolute inset-0 z-10 rounded-field ring-leaf ring-inset peer-focus-visible:ring-4" />
        <ZoomButtons onZoom={(levels) => map.current?.zoomBy(levels)} />
      </div>
      {createPortal(
        <PinButton
          isFixed={!onMovePin}
          onStep={(step) => pin && onMovePin?.(movedBy(pin, step))}
          onDrag={(point) => map.current?.dragPinTo(point)}
          onDrop={(point) => {
            const position = map.current?.dragPinTo(point);
            // The pin goes back first, because the caller decides whether it may move.
            showAgain();
            if (position) onMovePin?.(position);
          }}
          onDragEnd={showAgain}
        />,
        pinElement,
      )}
      <MapCredits tilesHaveFailed={tiles === 'failed'} />
    </figure>
  );
}

const look =
  'grid size-11 place-items-center bg-card text-xl font-semibold text-ink hover:bg-leaf-soft first:rounded-t-field last:rounded-b-field';

/** For people without a mouse wheel or two free fingers. */
function ZoomButtons({ onZoom }: { onZoom: (levels: 1 | -1) => void }) {
  return (
    <div className="absolute top-3 right-3 z-10 grid divide-y divide-line rounded-field border border-line shadow-raised">
      <button type="button" aria-label={m.mapZoomIn()} onClick={() => onZoom(1)} className={look}>
        +
      </button>
      <button type="button" aria-label={m.mapZoomOut()} onClick={() => onZoom(-1)} className={look}>
        −
      </button>
    </div>
  );
}

const OPENSTREETMAP = {
  text: '© OpenStreetMap contributors',
  href: 'https://www.openstreetmap.org/copyright',
};

/** The licences require that the attribution is always visible. */
function MapCredits({ tilesHaveFailed }: { tilesHaveFailed: boolean }) {
  return (
    <figcaption className="grid gap-1 text-muted text-xs">
      <span aria-live="polite">{tilesHaveFailed && m.mapTilesFailed()}</span>
      <span>
        {m.mapCredits()}:{' '}
        {[OPENSTREETMAP, ...credits].map(({ text, href }, index) => (
          <span key={href}>
            {index > 0 && ' · '}
            <a href={href} target="_blank" rel="noreferrer" className="underline">
              {text}
            </a>
          </span>
        ))}
      </span>
    </figcaption>
  );
}

type PinButtonProps = {
  isFixed: boolean;
  onStep: (step: { north: number; east: number }) => void;
  onDrag: (point: { x: number; y: number }) => void;
  onDrop: (point: { x: number; y: number }) => void;
  /** The drag was cancelled, and the pin must return to its position. */
  onDragEnd: () => void;
};

/** From the finger to the pin's tip, so that the pin does not jump when a drag starts. */
type Grip = { x: number; y: number; hasMoved: boolean };

function PinButton({ isFixed, onStep, onDrag, onDrop, onDragEnd }: PinButtonProps) {
  const grip = useRef<Grip | null>(null);
  if (isFixed) {
    return (
      <span role="img" aria-label={m.pinLabelFixed()}>
        <PinShape />
      </span>
    );
  }

  const tip = (event: React.PointerEvent) => ({
    x: event.clientX + (grip.current?.x ?? 0),
    y: event.clientY + (grip.current?.y ?? 0),
  });
  const take = (event: React.PointerEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    grip.current = {
      x: box.left + box.width / 2 - event.clientX,
      y: box.bottom - event.clientY,
      hasMoved: false,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: React.PointerEvent) => {
    if (!grip.current) return;
    grip.current.hasMoved = true;
    onDrag(tip(event));
  };
  const drop = (event: React.PointerEvent) => {
    const held = grip.current;
    if (held?.hasMoved) onDrop(tip(event));
    grip.current = null;
  };
  const cancel = () => {
    grip.current = null;
    onDragEnd();
  };
  const press = (event: React.KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    // Otherwise the page and the map would scroll too.
    event.preventDefault();
    event.stopPropagation();
    const metres = event.shiftKey ? LARGE_STEP_METRES : STEP_METRES;
    onStep({ north: step.north * metres, east: step.east * metres });
  };

  return (
    <button
      type="button"
      aria-label={m.pinLabel()}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={cancel}
      onKeyDown={press}
      className="block cursor-grab touch-none rounded-full active:cursor-grabbing"
    >
      <PinShape />
    </button>
  );
}

function PinShape() {
  return (
    <svg aria-hidden="true" viewBox="0 0 44 52" className="block h-13 w-11 drop-shadow-md">
      <path
        d="M22 51C20 45 6 33 6 20a16 16 0 0 1 32 0c0 13-14 25-16 31Z"
        className="fill-leaf-strong stroke-white"
        strokeWidth="2"
      />
      <circle cx="22" cy="20" r="6.5" className="fill-maize" />
    </svg>
  );
}
