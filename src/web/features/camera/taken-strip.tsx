import { X } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import type { TakenPhoto } from './use-taken-photos.ts';

type TakenStripProps = { photos: TakenPhoto[]; firstNumber: number; onRemove: (url: string) => void };

/** What was taken so far, all of it in sight, each with a way to throw it away. */
export function TakenStrip({ photos, firstNumber, onRemove }: TakenStripProps) {
  return (
    <ul className="flex min-h-20 gap-2 px-4 py-2">
      {photos.map(({ url }, index) => (
        <li key={url} className="relative aspect-square min-w-0 max-w-18 flex-1 overflow-hidden rounded-field">
          <img src={url} alt={m.productPhotoNumber({ number: firstNumber + index })} className="size-full object-cover" />
          <button
            type="button"
            aria-label={m.productPhotoRemove({ number: firstNumber + index })}
            onClick={() => onRemove(url)}
            className="absolute top-0 right-0 grid size-11 place-content-start justify-end p-1 text-white focus-visible:outline-white focus-visible:-outline-offset-4"
          >
            <X aria-hidden="true" className="size-6 rounded-full bg-black/75 p-1" />
          </button>
        </li>
      ))}
    </ul>
  );
}
