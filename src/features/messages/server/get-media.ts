import { type PrivatePhotoSize, voiceFileName } from '#photos/rules/photo.ts';
import { getPrivatePhoto } from '#photos/server/attached-photos.ts';
import type { PhotoStore, StoredFile } from '#photos/server/photo-store.ts';
import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { isLinkValid, type SignedLink, signedQuery } from '#server/hashes.ts';
import type { Call } from '#server/trpc/context.ts';
import { type GetMedia, MESSAGE_MEDIA_LINK_SECONDS, messageMediaPath } from '../rules/message.ts';
import { findMedia, findOwnMedia } from './conversations/message-queries.ts';
import { type ConversationCall, personOf } from './conversations/queries.ts';

export async function getMedia(
  call: ConversationCall & Pick<Call, 'photoStore'>,
  { size, ...wanted }: GetMedia,
): Promise<StoredFile> {
  const media = await findOwnMedia(call.db, { ...wanted, ...personOf(call) });
  return readFile(call.photoStore, media, size);
}

type Link = Pick<SignedLink, 'until' | 'signature'>;
type Signing = { clock: Clock; secret: string };

export async function getLinkedMedia(
  db: Database,
  { size, until, signature, ...wanted }: GetMedia & Link,
  { clock, secret, photoStore }: Signing & { photoStore: PhotoStore },
): Promise<StoredFile> {
  const isValid = isLinkValid(
    'message media',
    { id: wanted.mediaId, until, signature },
    { secret, now: clock() },
  );
  return readFile(photoStore, isValid ? await findMedia(db, wanted) : null, size);
}

export function mediaUrl(
  { conversationId, mediaId }: Pick<GetMedia, 'conversationId' | 'mediaId'>,
  { clock, secret, publicUrl }: Signing & { publicUrl: string },
) {
  const signed = {
    purpose: 'message media',
    id: mediaId,
    validSeconds: MESSAGE_MEDIA_LINK_SECONDS,
  } as const;
  return (
    publicUrl +
    messageMediaPath(conversationId, mediaId) +
    signedQuery(signed, { secret, now: clock() })
  );
}

async function readFile(
  store: PhotoStore,
  media: Awaited<ReturnType<typeof findMedia>>,
  size: PrivatePhotoSize | undefined,
): Promise<StoredFile> {
  const isVoice = media !== null && media.seconds !== null;
  const file =
    media &&
    (await (isVoice
      ? store.get(voiceFileName(media.contentHash))
      : getPrivatePhoto(store, media.contentHash, size)));
  if (!file) throw new AppError('NOT_FOUND');
  return { bytes: file.bytes, contentType: media.contentType };
}
