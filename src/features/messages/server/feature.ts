import * as z from 'zod/mini';
import { photoErrors } from '#photos/contract.ts';
import { voiceContentTypes } from '#photos/rules/photo.ts';
import { describeOperations } from '#server/openapi/api-description.ts';
import * as operations from '../contract.ts';
import {
  getMediaInput,
  messageNotice,
  offerNotice,
  sendPhotosInput,
  sendVoiceInput,
} from '../rules/message.ts';
import { messageMediaPaths } from './api.ts';
import { startOfferClock } from './move-offer.ts';
import { messageData } from './personal-data.ts';

const message = operations.sendMessage.answer;
const sentAnswer = z.object({ message });
const startedAnswer = z.object({ conversationId: z.int(), message });
const { errors: writeErrors } = operations.sendMessage;
const { errors: startErrors } = operations.startConversation;
const photoMessageErrors = [...photoErrors, 'TOO_MANY_MESSAGE_PHOTOS', 'TOO_MUCH_MEDIA'] as const;
const voiceErrors = [
  'VOICE_MISSING',
  'VOICE_TYPE_REFUSED',
  'VOICE_TOO_LARGE',
  'VOICE_LENGTH_WRONG',
  'TOO_MUCH_MEDIA',
  'STORAGE_FULL',
  'STORAGE_FULL_UNPROVEN',
  'UPLOAD_BROKEN',
  'DISK_FULL',
] as const;
const photosIn = {
  details: 'One to three photos, with an optional text.',
  input: sendPhotosInput,
  files: 'photos',
  idempotencyKey: 'optional',
  status: 201,
} as const;
const voiceIn = {
  details: 'One recording of up to 60 seconds: WebM, Ogg or MP4.',
  input: sendVoiceInput,
  files: 'voice',
  idempotencyKey: 'optional',
  status: 201,
} as const;

export const messages: Feature = {
  paths: { '/api/conversations': messageMediaPaths },
  api: describeOperations('Messages and price offers', operations, {
    'POST /api/conversations/:id/photos': {
      ...photosIn,
      summary: 'Send photos',
      by: 'user',
      answer: sentAnswer,
      errors: [...writeErrors, ...photoMessageErrors],
    },
    'POST /api/conversations/:id/voice': {
      ...voiceIn,
      summary: 'Send a voice note',
      by: 'user',
      answer: sentAnswer,
      errors: [...writeErrors, ...voiceErrors],
    },
    'POST /api/conversations/about/:id/photos': {
      ...photosIn,
      summary: 'Send photos about a product',
      by: 'buyer',
      answer: startedAnswer,
      errors: [...startErrors, ...photoMessageErrors],
    },
    'POST /api/conversations/about/:id/voice': {
      ...voiceIn,
      summary: 'Send a voice note about a product',
      by: 'buyer',
      answer: startedAnswer,
      errors: [...startErrors, ...voiceErrors],
    },
    'GET /api/conversations/:id/media/:mediaId': {
      summary: 'Open a photo or voice note',
      by: 'user',
      input: getMediaInput,
      notes: {
        'path.mediaId': ['The id of the photo or voice note.', 4],
        size: ['The long side in pixels; the largest without it.', 800],
      },
      fromPath: { id: 'conversationId', mediaId: 'mediaId' },
      file: ['image/jpeg', 'image/webp', ...voiceContentTypes],
    },
  }),
  notices: [messageNotice, offerNotice],
  personalData: messageData,
  start: (db, services) => [startOfferClock(db, services)],
};
