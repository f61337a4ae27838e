import { PHOTOS_PER_MESSAGE } from '#features/messages/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Icon } from '../icons.tsx';
import type { ChosenPhotos } from './use-chosen-photos.ts';

/** Chooses photos; a phone also offers its camera. */
export function PhotoButton({ chosen }: { chosen: ChosenPhotos }) {
  return (
    <label className="relative grid size-12 shrink-0 cursor-pointer place-items-center rounded-full text-leaf hover:bg-leaf-soft has-focus-visible:outline-3 has-focus-visible:outline-leaf">
      <Icon name="photo" className="size-6" />
      <span className="sr-only">{m.messagesPhotoAdd({ max: PHOTOS_PER_MESSAGE })}</span>
      <input
        type="file"
        accept="image/*"
        multiple
        className="sr-only"
        onChange={({ target }) => {
          chosen.add([...(target.files ?? [])]);
          // Reset, so that choosing the same file again fires a change event.
          target.value = '';
        }}
      />
    </label>
  );
}

/** The photos of the next message. */
export function ChosenPhotoRow({
  chosen: { photos, isTooMany, remove },
}: {
  chosen: ChosenPhotos;
}) {
  if (photos.length === 0) return null;
  return (
    <div className="pb-2">
      <ul className="flex gap-2">
        {photos.map((photo, index) => (
          <li key={photo.url} className="relative">
            <img
              src={photo.url}
              alt={m.messagesPhotoNumber({ number: index + 1, count: photos.length })}
              className="size-20 rounded-field border border-line bg-sunk object-cover"
            />
            <button
              type="button"
              aria-label={m.messagesPhotoRemove({ number: index + 1 })}
              onClick={() => remove(photo)}
              className="absolute -top-2 -right-2 grid size-11 place-items-center rounded-full"
            >
              <span className="grid size-7 place-items-center rounded-full border border-line bg-card text-ink shadow-raised">
                <Icon name="clear" className="size-4" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="pt-1 text-muted text-sm empty:hidden">
        {isTooMany && m.messagesPhotosMax({ max: PHOTOS_PER_MESSAGE })}
      </p>
    </div>
  );
}
