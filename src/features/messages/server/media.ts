import { createHash } from 'node:crypto';
import { lockPerson } from '#accounts/server/people-queries.ts';
import {
  PRIVATE_PHOTO_SIZES_PIXELS,
  type PrivatePhotoSize,
  voiceFileName,
} from '#photos/rules/photo.ts';
import {
  bytesOf,
  deletePrivateFiles,
  encodePrivatePhoto,
  getPrivatePhoto,
  lockPrivateContents,
  type PrivateContent,
  putPrivateFiles,
} from '#photos/server/attached-photos.ts';
import {
  attachMedia,
  deleteUnsent,
  insertMedia,
  type NewMedia,
} from '#photos/server/media-queries.ts';
import type { StoredFile } from '#photos/server/photo-store.ts';
import { AppError } from '#server/app-error.ts';
import { retryTransaction } from '#server/database.ts';
import { isLinkValid, type SignedLink, signedQuery } from '#server/hashes.ts';
import type { UploadedFile } from '#server/http/read-multipart.ts';
import {
  findAnswer,
  isAnswered,
  type KeyedCall,
  type KeyedRequest,
  runOnce,
} from '#server/idempotency.ts';
import {
  type GetMedia,
  MESSAGE_MEDIA_LINK_SECONDS,
  type MediaTarget,
  messageMediaPath,
  PHOTOS_PER_MESSAGE,
  type SendPhotos,
  type SendVoice,
} from '../rules/message.ts';
import { findMedia, findOwnMedia } from './conversations/message-queries.ts';
import { type ConversationCall, personOf } from './conversations/queries.ts';
import { recognizeVoice } from './conversations/recognize-voice.ts';
import {
  findOrBegin,
  findOrPrepare,
  lockOwnConversation,
  lockWriter,
  refuseUnwelcome,
  writeMessage,
} from './conversations/write-message.ts';
import { readWritten } from './conversations.ts';
import type { Message } from './read-conversations.ts';

type SendersCall = ConversationCall & Pick<Call, 'photoStore' | 'log'>;
type Sent = { to: MediaTarget; request: KeyedRequest | null };
type Media = { content: PrivateContent; row: NewMedia };

export type SentMedia = Message & { conversationId: number };

/**
 * Before the upload is received. Lets a repeated request through, which gets the same answer again.
 */
export async function refuseUnsendable(
  call: SendersCall,
  { to, request }: { to: MediaTarget; request: KeyedCall | null },
) {
  const { db, clock, photoStore } = call;
  const person = personOf(call);
  if (request && (await isAnswered(db, request, clock))) return;
  await db.transaction(async (tx) => {
    const now = clock();
    await lockWriter(tx, person.userId, now);
    const conversation =
      'productId' in to
        ? await findOrPrepare(tx, { buyerId: person.userId, productId: to.productId, now })
        : await lockOwnConversation(tx, { ...to, ...person });
    await refuseUnwelcome(tx, { conversation, person, now });
    await photoStore.claim(tx, { ownerId: person.userId });
  });
}

/**
 * Photos are encoded before the answer, so that the sender of a broken file gets an error, and
 * nobody gets a message with a missing photo.
 */
export async function sendPhotos(
  call: SendersCall,
  { files, ...sending }: SendPhotos & Sent & { files: UploadedFile[] },
): Promise<SentMedia> {
  const senderId = call.user.id;
  const { request } = sending;
  if (files.length === 0) throw new AppError('PHOTO_MISSING', { field: 'photos' });
  if (files.length > PHOTOS_PER_MESSAGE) {
    throw new AppError('TOO_MANY_MESSAGE_PHOTOS', {
      field: 'photos',
      inputs: { count: PHOTOS_PER_MESSAGE },
    });
  }
  const done = request && (await findAnswer<SentMedia>(call.db, request, call.clock));
  if (done) return done.answer;
  const createdAt = call.clock();
  const photos = await Promise.all(
    files.map((file) => encodePrivatePhoto(senderId, file, PRIVATE_PHOTO_SIZES_PIXELS)),
  );
  const media = photos.map(({ widthPixels, heightPixels, ...content }): Media => {
    const row = {
      senderId,
      contentHash: content.contentHash,
      contentType: 'image/jpeg' as const,
      storedBytes: bytesOf(content),
      widthPixels,
      heightPixels,
      createdAt,
    };
    return { content, row };
  });
  return sendMedia(call, { ...sending, kind: 'photo', media });
}

export async function sendVoice(
  call: SendersCall,
  { file, seconds, ...sending }: SendVoice & Sent & { file: UploadedFile },
): Promise<SentMedia> {
  const { request } = sending;
  const done = request && (await findAnswer<SentMedia>(call.db, request, call.clock));
  if (done) return done.answer;
  const bytes = await file.read();
  const contentType = recognizeVoice(bytes, seconds);
  // The prefix keeps these names separate from those of pictures.
  const contentHash = createHash('sha256').update('voice:').update(bytes).digest('hex');
  const content = { contentHash, files: [{ key: voiceFileName(contentHash), bytes, contentType }] };
  const row = {
    senderId: call.user.id,
    contentHash,
    contentType,
    storedBytes: bytes.length,
    seconds,
    createdAt: call.clock(),
  };
  return sendMedia(call, { ...sending, text: '', kind: 'voice', media: [{ content, row }] });
}

type SendingMedia = SendPhotos & Sent & { kind: 'photo' | 'voice'; media: Media[] };

function sendMedia(
  call: SendersCall,
  { to, text, kind, media, request }: SendingMedia,
): Promise<SentMedia> {
  const { db, clock } = call;
  const person = personOf(call);
  const { userId, side } = person;
  return storeMedia(call, media, (ids) => {
    const write = async (tx: Database) => {
      const now = clock();
      await lockWriter(tx, userId, now);
      const conversation =
        'productId' in to
          ? await findOrBegin(tx, { buyerId: userId, productId: to.productId, now })
          : await lockOwnConversation(tx, { ...to, ...person });
      await refuseUnwelcome(tx, { conversation, person, now });
      const messageId = await writeMessage(tx, { conversation, person, kind, text, now });
      if ((await attachMedia(tx, { ids, messageId })) < ids.length)
        throw new Error('A file was swept before its message came');
      return {
        ...(await readWritten(tx, { conversation, side, messageId })),
        conversationId: conversation.id,
      };
    };
    // The farmer's account may be deleted while a conversation starts.
    if (!request) return retryTransaction(db, write);
    // A separate transaction, because runOnce also commits refusals: a new conversation would stay
    // without a message.
    return runOnce(db, request, { clock, run: (tx) => tx.transaction(write) });
  });
}

/**
 * `use` assigns the files to a message. Rows without a message are then deleted: all of them if
 * `use` fails, or if a repeated request got the first one's answer.
 */
async function storeMedia(
  call: SendersCall,
  media: Media[],
  use: (ids: number[]) => Promise<SentMedia>,
): Promise<SentMedia> {
  const { db, photoStore } = call;
  const contents = media.map(({ content }) => content);
  // The rows come first, because the cleanup deletes files without one.
  const ids = await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, call.user.id))) throw new AppError('NOT_LOGGED_IN');
    const bytes = media.reduce((sum, { row }) => sum + row.storedBytes, 0);
    await photoStore.claim(tx, { ownerId: call.user.id, bytes });
    await lockPrivateContents(tx, contents);
    return insertMedia(
      tx,
      media.map(({ row }) => row),
    );
  });
  try {
    await putPrivateFiles(photoStore, contents);
    return await use(ids);
  } finally {
    await discardUnsent(call, ids);
  }
}

/** Never throws, because its caller reports the original failure. */
async function discardUnsent({ db, photoStore, log }: SendersCall, ids: number[]) {
  try {
    const deleted = await deleteUnsent(db, ids);
    const contentHashes = deleted.map(({ contentHash }) => contentHash);
    await deletePrivateFiles(db, contentHashes, photoStore);
  } catch (error) {
    log.warn({ err: error }, 'what was uploaded for a message could not be deleted');
  }
}

type Reading = Pick<Services, 'photoStore' | 'withoutSlot'>;

export async function getMedia(
  call: ConversationCall & Reading,
  { size, ...wanted }: GetMedia,
): Promise<StoredFile> {
  const media = await findOwnMedia(call.db, { ...wanted, ...personOf(call) });
  return readFile(call, media, size);
}

type Link = Pick<SignedLink, 'until' | 'signature'>;
type Signing = { clock: Clock; secret: string };

export async function getLinkedMedia(
  db: Database,
  { size, until, signature, ...wanted }: GetMedia & Link,
  services: Signing & Reading,
): Promise<StoredFile> {
  const { clock, secret } = services;
  const isValid = isLinkValid(
    'message media',
    { id: wanted.mediaId, until, signature },
    { secret, now: clock() },
  );
  return readFile(services, isValid ? await findMedia(db, wanted) : null, size);
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
  { photoStore, withoutSlot }: Reading,
  media: Awaited<ReturnType<typeof findMedia>>,
  size: PrivatePhotoSize | undefined,
): Promise<StoredFile> {
  const isVoice = media !== null && media.seconds !== null;
  const file =
    media &&
    (await withoutSlot(() =>
      isVoice
        ? photoStore.get(voiceFileName(media.contentHash))
        : getPrivatePhoto(photoStore, media.contentHash, size),
    ));
  if (!file) throw new AppError('NOT_FOUND');
  return { bytes: file.bytes, contentType: media.contentType };
}
