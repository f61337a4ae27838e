import { m } from '#shared/text/compiled/messages.js';
import credits from './data/credits.json';

const OPENSTREETMAP = { text: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' };

/** Whose map it is, as the licences ask; always in sight. And that pictures are missing, when they are. */
export function MapCredits({ tilesHaveFailed }: { tilesHaveFailed: boolean }) {
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
