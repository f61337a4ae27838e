import { X } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import type { TakenPhoto } from './use-taken-photos.ts';

type TakenStripProps = { photos: TakenPhoto[]; firstNumber: number; onRemove: (url: string) => void };

/** What was taken so far, each with a way to throw it away. */
export function TakenStrip({ photos, firstNumber, onRemove }: TakenStripProps) {
  return (
    <ul className="flex min-h-20 gap-2 overflow-x-auto px-4 py-2">
      {photos.map(({ url }, index) => (
        <li key={url} className="relative size-18 shrink-0 overflow-hidden rounded-field">
          <img src={url} alt={m.productPhotoNumber({ number: firstNumber + index })} className="size-full object-cover" />
          <button
            type="button"
            aria-label={m.productPhotoRemove({ number: firstNumber + index })}
            onClick={() => onRemove(url)}
            className="absolute top-0 right-0 grid size-11 place-items-center rounded-bl-field bg-black/70 text-white focus-visible:outline-white focus-visible:-outline-offset-4"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
