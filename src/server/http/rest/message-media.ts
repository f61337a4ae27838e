import { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import type { RequestEnv } from '#server/http/request-context.ts';
import { type FileRules, type Multipart, photoRules } from '#server/http/uploads/read-multipart.ts';
import { receivePersonsUpload, requirePerson, type UploadContext } from '#server/http/uploads/receive-upload.ts';
import type { KeyedCall } from '#server/idempotency.ts';
import { getLinkedMedia, getMedia } from '#server/modules/messages/get-media.ts';
import { refuseUnsendable, sendPhotos, sendVoice } from '#server/modules/messages/send-media.ts';
import { PHOTO_FILE_MAX_BYTES, PHOTOS_PER_MESSAGE, VOICE_NOTE_MAX_BYTES } from '#shared/limits.ts';
import { conversationIdInput, getMediaInput, sendPhotosInput, sendVoiceInput } from '#shared/messages/message.ts';
import { messageMediaPath } from '#shared/messages/message-media.ts';
import { answerError, idOf, numberOf } from './answer.ts';

const messagePhotoRules: FileRules = {
  ...photoRules,
  filesMax: PHOTOS_PER_MESSAGE,
  maxBytes: PHOTOS_PER_MESSAGE * PHOTO_FILE_MAX_BYTES,
  tooMany: () => new AppError('TOO_MANY_MESSAGE_PHOTOS', { field: 'photos', inputs: { count: PHOTOS_PER_MESSAGE } }),
};

const voiceRules: FileRules = {
  names: ['voice'],
  filesMax: 1,
  fileMaxBytes: VOICE_NOTE_MAX_BYTES,
  maxBytes: VOICE_NOTE_MAX_BYTES,
  tooMany: () => new AppError('INVALID_INPUT', { field: 'voice' }),
  tooLarge: 'VOICE_TOO_LARGE',
};

type Person = Awaited<ReturnType<typeof requirePerson>>;

/** An upload with an Idempotency-Key, its input being the whole form; null without the header. */
function keyedBy(c: UploadContext, { userId }: Person, name: string): KeyedCall | null {
  const { idempotencyKey } = c.get('context');
  return idempotencyKey === undefined ? null : { userId, operation: `${name} ${c.req.param('id')}`, idempotencyKey };
}

/** @returns what refuses a sender before the files come in, and the request once they have */
function sendingOf(c: UploadContext, name: string) {
  const { db, services } = c.get('context');
  return {
    before: (person: Person) => {
      const { conversationId } = conversationIdInput.parse({ conversationId: idOf(c.req.param('id')) });
      return refuseUnsendable(db, { conversationId, request: keyedBy(c, person, name), ...person }, services);
    },
    requestOf: async (person: Person, { hash }: Multipart) => {
      const call = keyedBy(c, person, name);
      return call && { ...call, input: await hash() };
    },
  };
}

/** POST /api/conversations/{id}/photos (field `photos`, 1 to 3 files; `text`, which may be left out) -> 201 {success, message} */
function receivePhotos(c: UploadContext) {
  const { db, services } = c.get('context');
  const { before, requestOf } = sendingOf(c, 'conversations.sendPhotos');
  return receivePersonsUpload(
    c,
    async (form, person) => {
      const input = sendPhotosInput.parse({ ...form.fields, conversationId: idOf(c.req.param('id')) });
      const request = await requestOf(person, form);
      const message = await sendPhotos(db, { ...input, ...person, request, files: form.files }, services);
      return { status: 201, body: { message: withMediaUrls(input.conversationId)(message) } };
    },
    { before, rules: messagePhotoRules },
  );
}

/** POST /api/conversations/{id}/voice (field `voice`, one file; `seconds`, 1 to 60) -> 201 {success, message} */
function receiveVoice(c: UploadContext) {
  const { db, services } = c.get('context');
  const { before, requestOf } = sendingOf(c, 'conversations.sendVoice');
  return receivePersonsUpload(
    c,
    async (form, person) => {
      const [file] = form.files;
      if (!file) throw new AppError('VOICE_MISSING', { field: 'voice' });
      const { seconds = '' } = form.fields;
      const input = sendVoiceInput.parse({ seconds: numberOf(seconds), conversationId: idOf(c.req.param('id')) });
      const message = await sendVoice(db, { ...input, ...person, request: await requestOf(person, form), file }, services);
      return { status: 201, body: { message: withMediaUrls(input.conversationId)(message) } };
    },
    { before, rules: voiceRules },
  );
}

/**
 * GET /api/conversations/{id}/media/{mediaId}?size: a photo or voice note, for the two of the conversation. It never changes, so their browsers
 * may keep it, each for the session that read it. With `until` and `signature`, a link of the operator's, it needs no session.
 */
async function answerMedia(c: UploadContext) {
  try {
    const { db, services } = c.get('context');
    const { size, until, signature } = c.req.query();
    const person = signature === undefined ? await requirePerson(c) : null;
    const ids = { conversationId: idOf(c.req.param('id')), mediaId: idOf(c.req.param('mediaId')) };
    const wanted = getMediaInput.parse({ ...ids, ...(size !== undefined && { size: numberOf(size) }) });
    const file = person
      ? await getMedia(db, { ...wanted, ...person }, services)
      : await getLinkedMedia(db, { ...wanted, until: Number(until), signature: signature ?? '' }, services);
    if (person) c.set('cacheControl', 'private, max-age=31536000, immutable');
    return c.body(file.bytes, 200, {
      'Content-Type': file.contentType,
      'Content-Length': String(file.bytes.byteLength),
      'Content-Disposition': 'inline',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Authorization',
    });
  } catch (error) {
    return answerError(c, error);
  }
}

export const messageMediaPaths = new Hono<RequestEnv>()
  .post('/:id/photos', receivePhotos)
  .post('/:id/voice', receiveVoice)
  .get('/:id/media/:mediaId', answerMedia);

type WithMedia = { photos: { id: number }[]; voice: { id: number } | null };

/** A message of a conversation with the addresses of its photos and voice note, which are read with a session's token. */
export const withMediaUrls =
  (conversationId: number) =>
  <Message extends WithMedia>({ photos, voice, ...message }: Message) => {
    const withUrl = <Medium extends { id: number }>(medium: Medium) => ({
      ...medium,
      url: messageMediaPath(conversationId, medium.id),
    });
    return { ...message, photos: photos.map(withUrl), voice: voice && withUrl(voice) };
  };
