import { Hono } from 'hono';
import {
  inTurn,
  type Person,
  receiveUpload,
  requirePerson,
  type UploadContext,
} from '#photos/server/receive-upload.ts';
import { PHOTO_FILE_MAX_BYTES } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { type FileRules, type Multipart, photoRules } from '#server/http/read-multipart.ts';
import { type Answer, answerError, numberOf, pathId, type RequestEnv } from '#server/http/rest.ts';
import type { KeyedCall } from '#server/idempotency.ts';
import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import {
  getMediaInput,
  type MediaTarget,
  PHOTOS_PER_MESSAGE,
  type Side,
  sendPhotosInput,
  sendVoiceInput,
  VOICE_NOTE_MAX_BYTES,
} from '../rules/message.ts';
import {
  blockPerson,
  markRead,
  reportConversation,
  sendMessage,
  startConversation,
  unblockPerson,
} from './conversations.ts';
import {
  getLinkedMedia,
  getMedia,
  refuseUnsendable,
  type SentMedia,
  sendPhotos,
  sendVoice,
} from './media.ts';
import * as priceOffers from './price-offers.ts';
import * as reads from './read-conversations.ts';

export const conversations = {
  start: mutation(operations.startConversation, startConversation),
  list: query(operations.listConversations, reads.listConversations),
  unread: query(operations.countUnread, reads.countUnread),
  get: query(operations.getConversation, reads.getConversation),
  send: mutation(operations.sendMessage, sendMessage),
  read: mutation(operations.markRead, markRead),
  block: mutation(operations.blockPerson, blockPerson),
  unblock: mutation(operations.unblockPerson, unblockPerson),
  report: mutation(operations.reportConversation, reportConversation, {
    reread: reads.findConversation,
  }),
};

export const offers = {
  make: mutation(operations.makeOffer, priceOffers.makeOffer),
  counter: mutation(operations.counterOffer, priceOffers.counterOffer),
  accept: mutation(operations.acceptOffer, priceOffers.acceptOffer),
  decline: mutation(operations.declineOffer, priceOffers.declineOffer),
  withdraw: mutation(operations.withdrawOffer, priceOffers.withdrawOffer),
  release: mutation(operations.releaseOffer, priceOffers.releaseOffer),
};

const messagePhotoRules: FileRules = {
  ...photoRules,
  filesMax: PHOTOS_PER_MESSAGE,
  maxBytes: PHOTOS_PER_MESSAGE * PHOTO_FILE_MAX_BYTES,
  tooMany: () =>
    new AppError('TOO_MANY_MESSAGE_PHOTOS', {
      field: 'photos',
      inputs: { count: PHOTOS_PER_MESSAGE },
    }),
};

const voiceRules: FileRules = {
  names: ['voice'],
  filesMax: 1,
  fileMaxBytes: VOICE_NOTE_MAX_BYTES,
  maxBytes: VOICE_NOTE_MAX_BYTES,
  tooMany: () => new AppError('INVALID_INPUT', { field: 'voice' }),
  tooLarge: 'VOICE_TOO_LARGE',
};

type Way = { toOf: (c: UploadContext) => MediaTarget; by?: Side; photos: string; voice: string };

const toConversation: Way = {
  toOf: (c) => ({ conversationId: pathId(c) }),
  photos: 'conversations.sendPhotos',
  voice: 'conversations.sendVoice',
};

const toProduct: Way = {
  toOf: (c) => ({ productId: pathId(c) }),
  by: 'buyer',
  photos: 'conversations.startWithPhotos',
  voice: 'conversations.startWithVoice',
};

function callOf(c: UploadContext, { userId, side }: Person) {
  const { db, services, language } = c.get('context');
  return { ...services, db, language, user: { id: userId, role: side } };
}

/** The whole form is the input. Null without an Idempotency-Key. */
function keyedBy(c: UploadContext, { userId }: Person, name: string): KeyedCall | null {
  const { idempotencyKey } = c.get('context');
  return idempotencyKey === undefined
    ? null
    : { userId, operation: `${name} ${c.req.param('id')}`, idempotencyKey };
}

function sendingOf(c: UploadContext, { to, name }: { to: MediaTarget; name: string }) {
  return {
    before: (person: Person) =>
      refuseUnsendable(callOf(c, person), { to, request: keyedBy(c, person, name) }),
    requestOf: async (person: Person, { hash }: Multipart) => {
      const call = keyedBy(c, person, name);
      return call && { ...call, input: await hash() };
    },
  };
}

const receivePhotos =
  ({ toOf, by, photos: name }: Way) =>
  (c: UploadContext) => {
    const to = toOf(c);
    const { before, requestOf } = sendingOf(c, { to, name });
    return receiveUpload(
      c,
      async (form, person) => {
        const { text } = sendPhotosInput.parse(form.fields);
        const request = await requestOf(person, form);
        const sent = { to, text, request, files: form.files };
        return sentAnswer(to, await sendPhotos(callOf(c, person), sent));
      },
      { before, rules: messagePhotoRules, by },
    );
  };

const receiveVoice =
  ({ toOf, by, voice: name }: Way) =>
  (c: UploadContext) => {
    const to = toOf(c);
    const { before, requestOf } = sendingOf(c, { to, name });
    return receiveUpload(
      c,
      async (form, person) => {
        const [file] = form.files;
        if (!file) throw new AppError('VOICE_MISSING', { field: 'voice' });
        const { seconds } = sendVoiceInput.parse({ seconds: numberOf(form.fields.seconds ?? '') });
        const request = await requestOf(person, form);
        return sentAnswer(to, await sendVoice(callOf(c, person), { to, seconds, request, file }));
      },
      { before, rules: voiceRules, by },
    );
  };

const sentAnswer = (to: MediaTarget, { conversationId, ...message }: SentMedia): Answer => ({
  status: 201,
  body: { ...('productId' in to && { conversationId }), message },
});

/**
 * A file never changes, so browsers may cache it, separately per session. The operator's links,
 * with `until` and `signature`, need no session.
 */
async function answerMedia(c: UploadContext) {
  try {
    const { size, until, signature } = c.req.query();
    const ids = { conversationId: pathId(c), mediaId: pathId(c, 'mediaId') };
    const person = signature === undefined ? await requirePerson(c) : null;
    const wanted = getMediaInput.parse({
      ...ids,
      ...(size !== undefined && { size: numberOf(size) }),
    });
    const link = { until: Number(until), signature: signature ?? '' };
    const { db, services } = c.get('context');
    const file = await inTurn(c, (withoutSlot) =>
      person
        ? getMedia({ ...callOf(c, person), withoutSlot }, wanted)
        : getLinkedMedia(db, { ...wanted, ...link }, { ...services, withoutSlot }),
    );
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
  .post('/:id/photos', receivePhotos(toConversation))
  .post('/:id/voice', receiveVoice(toConversation))
  .post('/about/:id/photos', receivePhotos(toProduct))
  .post('/about/:id/voice', receiveVoice(toProduct))
  .get('/:id/media/:mediaId', answerMedia);
