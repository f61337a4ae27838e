import { useEffect, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { findFiles } from '#platform/web/offline/entries.ts';
import { readUser } from '#platform/web/session/session.ts';
import type { PendingMedia, PendingMessage } from '../queue/pending-messages.ts';
import { PhotoGrid, shapeOf } from './message-photos.tsx';
import { useObjectUrl } from './use-object-url.ts';
import { VoicePlayer } from './voice-player.tsx';

/** The photos or the voice note of an unsent message, as they will look. */
export function PendingFiles({
  waiting: { key },
  media,
}: {
  waiting: PendingMessage;
  media: PendingMedia;
}) {
  const files = useFiles(key);
  if (media.kind === 'voice') {
    const [voice] = files ?? [];
    return (
      <VoicePlayer
        seconds={media.seconds}
        contentType={voice?.type ?? 'audio/mp4'}
        load={() =>
          voice ? Promise.resolve(voice) : Promise.reject(new Error(m.messagesFilesLost()))
        }
      />
    );
  }
  const places = Array.from({ length: media.count }, (_, at) => at);
  return (
    <PhotoGrid count={media.count}>
      {places.map((at) => (
        <PendingPhoto
          key={at}
          file={files?.[at]}
          isAlone={media.count === 1}
          name={m.messagesPhotoNumber({ number: at + 1, count: media.count })}
        />
      ))}
    </PhotoGrid>
  );
}

function useFiles(key: string): readonly File[] | null {
  const [files, setFiles] = useState<readonly File[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    const user = readUser();
    if (user) {
      findFiles(user.id, key).then(
        (found) => isWanted && setFiles(found),
        // The place of a missing photo in the grid stays empty.
        () => {},
      );
    }
    return () => {
      isWanted = false;
    };
  }, [key]);
  return files;
}

function PendingPhoto({
  file,
  isAlone,
  name,
}: {
  file: File | undefined;
  isAlone: boolean;
  name: string;
}) {
  const url = useObjectUrl(file);
  const [shape, setShape] = useState(1);
  return (
    <div
      style={{ aspectRatio: isAlone ? shape : 1 }}
      className="overflow-hidden rounded-xl bg-line/60"
    >
      {url && (
        <img
          src={url}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setShape(shapeOf({ width, height }))
          }
          className="cover"
        />
      )}
    </div>
  );
}
