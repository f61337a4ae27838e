import { MESSAGE_MAX, PHOTOS_PER_MESSAGE, VOICE_NOTE_MAX_BYTES } from '#messages/rules/message.ts';
import { VOICE_NOTE_MAX_SECONDS } from '#photos/rules/photo.ts';
import type { MediaAnswer } from '#tests/factories/media.ts';
import { makePhonePicture } from '#tests/factories/pictures.ts';
import { makeMp3, makeWebm } from '#tests/factories/voices.ts';
import {
  countRows,
  listPhotoFiles,
  market,
  request,
  sendPhotos,
  sendVoice,
  services,
} from '#tests/setup/in-market.ts';
import { conversationId, givenTalk, talk } from './given-talk.ts';

/** Each photo is stored in three sizes. */
const FILES_PER_PHOTO = 3;

givenTalk();
let buyers: { sender: { token: string }; conversationId: number };
beforeEach(async () => {
  buyers = { sender: talk.buyer, conversationId };
});
const messages = async () => (await talk.asFarmer.conversations.get({ conversationId })).messages;
const kept = async () => [
  await countRows('messages'),
  await countRows('message_media'),
  (await listPhotoFiles()).length,
];
const NOTHING = [1, 0, 0];
const said = ({ status, said: sentence }: MediaAnswer) => [status, sentence];

test(`up to ${PHOTOS_PER_MESSAGE} photos are one message, with or without a text`, async () => {
  const answer = await sendPhotos({ ...buyers, count: 3, text: ' Is this still good? ' });
  expect(answer.status).toBe(201);
  const asked = { kind: 'photo', text: 'Is this still good?', from: 'buyer', voice: null };
  expect(answer.message).toMatchObject(asked);
  expect(answer.message.photos).toHaveLength(3);
  const [photo] = answer.message.photos;
  const url = `/api/conversations/${conversationId}/media/${photo?.id}`;
  expect(photo).toMatchObject({ width: 640, height: 480, url });
  const wordless = await sendPhotos({ sender: talk.farm, conversationId, seed: 7 });
  expect(wordless.message).toMatchObject({ kind: 'photo', text: '', from: 'farmer' });
  const [second, first, begin] = await messages();
  expect(first?.photos).toEqual(answer.message.photos);
  expect(second?.photos).toHaveLength(1);
  expect(begin).toMatchObject({ kind: 'text', photos: [], voice: null });
  expect(await kept()).toEqual([3, 4, 4 * FILES_PER_PHOTO]);
});

test('a voice note is a message, and stored unchanged', async () => {
  const voice = makeWebm({ seconds: 12, bytes: 30_000 });
  const answer = await sendVoice({ ...buyers, voice, seconds: 12 });
  expect(answer.status).toBe(201);
  const { id = 0 } = answer.message.voice ?? {};
  const url = `/api/conversations/${conversationId}/media/${id}`;
  const shown = { id, seconds: 12, contentType: 'audio/webm', url };
  expect(answer.message).toMatchObject({ kind: 'voice', text: '', voice: shown });
  expect((await messages())[0]?.voice).toEqual(shown);
  const heard = await request(url, { token: talk.farm.token });
  expect(Buffer.from(await heard.arrayBuffer()).equals(voice)).toBe(true);
  expect(heard.headers.get('content-type')).toBe('audio/webm');
});

test('a photo loses its metadata and is turned upright', async () => {
  const photos = [await makePhonePicture({ width: 800, height: 600 })];
  const answer = await sendPhotos({ ...buyers, photos });
  const [photo] = answer.message.photos;
  expect(photo).toMatchObject({ width: 600, height: 800 });
  const picture = await request(photo?.url ?? '', { token: talk.farm.token });
  expect(Buffer.from(await picture.arrayBuffer()).toString('latin1')).not.toMatch(
    /Exif|SECRET|xmpmeta/,
  );
});

test('the same key again gets the same message, and nothing is stored twice', async () => {
  const photos = () => sendPhotos({ ...buyers, key: 'photo-1', count: 2 });
  const answers = await Promise.all([photos(), photos(), photos()]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ message }) => JSON.stringify(message))).size).toBe(1);
  expect(await kept()).toEqual([2, 2, 2 * FILES_PER_PHOTO]);
  const voice = await sendVoice({ ...buyers, key: 'voice-1' });
  await talk.asFarmer.conversations.block({ conversationId });
  expect((await sendVoice({ ...buyers, key: 'voice-1' })).message).toEqual(voice.message);
  expect((await sendVoice({ ...buyers, key: 'voice-2' })).status).toBe(409);
  expect(await kept()).toEqual([3, 3, 2 * FILES_PER_PHOTO + 1]);
});

test('no photo, four, one that is a text, a broken one, a long text: each gets its message, and nothing is kept', async () => {
  expect(said(await sendPhotos({ ...buyers, count: 0 }))).toEqual([400, 'Choose a photo.']);
  expect(said(await sendPhotos({ ...buyers, count: 4 }))).toEqual([
    400,
    'Up to 3 photos per message',
  ]);
  const text = Buffer.from('Dear customer, this is no picture');
  expect((await sendPhotos({ ...buyers, photos: [text] })).status).toBe(415);
  const good = await makePhonePicture({ width: 400, height: 300 });
  const broken = good.subarray(0, good.length / 2);
  expect((await sendPhotos({ ...buyers, photos: [good, broken] })).status).toBe(400);
  const long = await sendPhotos({ ...buyers, text: 'x'.repeat(MESSAGE_MAX + 1) });
  expect([long.status, Object.keys(long.fieldErrors)]).toEqual([400, ['text']]);
  expect(await kept()).toEqual(NOTHING);
});

test('a voice note of less than one second, or more than the most, is refused', async () => {
  for (const seconds of [0, VOICE_NOTE_MAX_SECONDS + 1, 1.5, 'x']) {
    const voice = makeWebm({ seconds: 1 });
    const answer = await sendVoice({ ...buyers, voice, seconds });
    expect(said(answer)).toEqual([400, 'A voice note is 1 to 60 seconds long']);
  }
  expect(await kept()).toEqual(NOTHING);
});

test('a voice note that is something else, too large, or missing: each gets its message, and nothing is kept', async () => {
  const refused = async (voice: Buffer) => said(await sendVoice({ ...buyers, voice, seconds: 60 }));
  const type = [415, 'Voice notes must be WebM, Ogg or MP4.'];
  expect(await refused(makeMp3())).toEqual(type);
  expect(await refused(makeWebm({ bytes: VOICE_NOTE_MAX_BYTES + 1 }))).toEqual([
    413,
    'A voice note can be up to 1 MB.',
  ]);
  const body = new FormData();
  body.append('seconds', '4');
  const headers = { authorization: `Bearer ${talk.buyer.token}` };
  const path = `/api/conversations/${conversationId}/voice`;
  expect((await market.app.request(path, { method: 'POST', body, headers })).status).toBe(400);
  expect(await kept()).toEqual(NOTHING);
  const longest = makeWebm({ bytes: VOICE_NOTE_MAX_BYTES });
  const taken = await sendVoice({ ...buyers, voice: longest, seconds: 60 });
  expect(taken.status).toBe(201);
});

test('a sender who is blocked while the photos arrive is refused, and nothing is kept', async () => {
  const { photoStore } = services;
  const put: typeof photoStore.put = async (...file) => {
    await talk.asFarmer.conversations.block({ conversationId });
    await photoStore.put(...file);
  };
  services.photoStore = { ...photoStore, put };
  const answer = await sendPhotos({ ...buyers, key: 'photo-1' });
  expect(said(answer)).toEqual([409, 'This conversation is blocked.']);
  expect(await kept()).toEqual(NOTHING);
});
