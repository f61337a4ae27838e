import { Image } from 'lucide-react';
import { useState } from 'react';
import type { PhotoSources } from '#photos/rules/photo.ts';
import { WANTED_PHOTO } from '#rules/service-worker.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { showToast } from '#ui/show-toast.ts';

/** For devices where pictures are switched off. Needs a positioned container. */
export function WantedPicture({ photo, alt }: { photo: PhotoSources; alt: string }) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted) {
    return (
      <img
        src={`${photo.url}?${WANTED_PHOTO}`}
        alt={alt}
        onError={() => {
          showToast('error', m.loadFailed());
          setIsWanted(false);
        }}
        className="absolute inset-0 cover"
      />
    );
  }
  return (
    <div className="absolute inset-0 grid place-items-center">
      <Button variant="secondary" size="small" onClick={() => setIsWanted(true)}>
        <Image className="size-4.5" />
        {m.pictureShow()}
      </Button>
    </div>
  );
}
