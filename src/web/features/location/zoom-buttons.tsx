import { m } from '#shared/text/compiled/messages.js';

const look =
  'grid size-11 place-items-center bg-card text-xl font-semibold text-ink hover:bg-leaf-soft first:rounded-t-field last:rounded-b-field';

/** For those without a wheel or two fingers. */
export function ZoomButtons({ onZoom }: { onZoom: (levels: 1 | -1) => void }) {
  return (
    <div className="absolute top-3 right-3 z-10 grid divide-y divide-line rounded-field border border-line shadow-card">
      <button type="button" aria-label={m.mapZoomIn()} onClick={() => onZoom(1)} className={look}>
        +
      </button>
      <button type="button" aria-label={m.mapZoomOut()} onClick={() => onZoom(-1)} className={look}>
        −
      </button>
    </div>
  );
}
