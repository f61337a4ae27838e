import { Camera, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { m } from '#text';
import { buttonClass } from '#ui/elements.tsx';

type PhotoPickerProps = {
  taken: ReturnType<typeof useTakenPhotos>;
  label: string;
  hint?: string;
  altOf: (number: number) => string;
};

export function PhotoPicker({ taken, label, hint, altOf }: PhotoPickerProps) {
  const { photos, max, isFull, add, remove } = taken;
  const hintId = useId();
  const choose = ({ target }: React.ChangeEvent<HTMLInputElement>) => {
    add(target.files ?? []);
    // Reset, so that choosing the same file again fires a change.
    target.value = '';
  };
  return (
    <fieldset className="grid gap-2.5" aria-describedby={hint && hintId}>
      <legend className="mb-1 font-semibold">{label}</legend>
      {hint && (
        <p id={hintId} className="-mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {photos.map(({ url }, index) => (
          <span key={url} className="relative block size-24 overflow-hidden rounded-field bg-sunk">
            <img src={url} alt={altOf(index + 1)} className="cover" />
            <button
              type="button"
              aria-label={m.productPhotoRemove({ number: index + 1 })}
              onClick={() => remove(url)}
              className="absolute top-0 right-0 grid size-11 place-content-start justify-end p-1 text-white focus-visible:-outline-offset-4"
            >
              <X className="size-6 rounded-full bg-black/75 p-1" />
            </button>
          </span>
        ))}
        {!isFull && (
          <label
            className={`${buttonClass({ variant: 'secondary', size: 'small' })} cursor-pointer self-center has-focus-visible:outline-3 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2`}
          >
            <Camera className="size-5" />
            {m.disputePhotosAdd()}
            <input
              type="file"
              accept="image/*"
              multiple={max > 1}
              onChange={choose}
              className="sr-only"
            />
          </label>
        )}
      </div>
    </fieldset>
  );
}

export type TakenPhoto = { file: File; url: string };

/** The photos taken so far, each with an object URL that is revoked when it is no longer needed. */
export function useTakenPhotos(max: number) {
  const [photos, setPhotos] = useState<TakenPhoto[]>([]);
  const urls = useRef(new Set<string>());

  useEffect(() => {
    const all = urls.current;
    return () => {
      for (const url of all) URL.revokeObjectURL(url);
    };
  }, []);

  return {
    photos,
    max,
    isFull: photos.length >= max,
    add: (files: Iterable<File>) => {
      const added = [...files]
        .slice(0, max - photos.length)
        .map((file) => ({ file, url: URL.createObjectURL(file) }));
      for (const { url } of added) urls.current.add(url);
      setPhotos((all) => [...all, ...added].slice(0, max));
    },
    remove: (url: string) => {
      URL.revokeObjectURL(url);
      urls.current.delete(url);
      setPhotos((all) => all.filter((photo) => photo.url !== url));
    },
  };
}
