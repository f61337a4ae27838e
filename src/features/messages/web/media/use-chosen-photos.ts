import { useEffect, useRef, useState } from 'react';
import { PHOTOS_PER_MESSAGE } from '#messages/rules/limits.ts';

export type ChosenPhoto = { url: string; name: string; ready: Promise<File> };
export type ChosenPhotos = ReturnType<typeof useChosenPhotos>;

/** Shrinks each photo as soon as it is chosen, so that sending is immediate. */
export function useChosenPhotos() {
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [isTooMany, setIsTooMany] = useState(false);
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const all = urls.current;
    return () => {
      for (const url of all) URL.revokeObjectURL(url);
    };
  }, []);
  const forget = (gone: readonly ChosenPhoto[]) => {
    for (const { url } of gone) {
      URL.revokeObjectURL(url);
      urls.current.delete(url);
    }
    setPhotos((all) => all.filter((photo) => !gone.includes(photo)));
    setIsTooMany(false);
  };
  return {
    photos,
    isTooMany,
    isFull: photos.length >= PHOTOS_PER_MESSAGE,
    add: (files: readonly File[]) => {
      const room = PHOTOS_PER_MESSAGE - photos.length;
      const added = files.slice(0, room).map((file): ChosenPhoto => {
        const url = URL.createObjectURL(file);
        urls.current.add(url);
        return { url, name: file.name, ready: shrink(file) };
      });
      setPhotos([...photos, ...added]);
      setIsTooMany(files.length > room);
    },
    remove: (photo: ChosenPhoto) => forget([photo]),
    take: (): Promise<File[]> => {
      forget(photos);
      return Promise.all(photos.map(({ ready }) => ready));
    },
  };
}

/** A photo that cannot be shrunk is sent unchanged. */
async function shrink(file: File): Promise<File> {
  try {
    const { shrinkPhoto } = await import('#photos/web/shrink-photo.ts');
    const shrunk = await shrinkPhoto(file);
    return shrunk instanceof File ? shrunk : new File([shrunk], 'photo.jpg', { type: shrunk.type });
  } catch {
    return file;
  }
}
