import { useEffect, useRef, useState } from 'react';

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
