import { UPLOAD_PART_BYTES } from '#photos/rules/photo.ts';
import { NotLoggedInError, PhotoNotSent, sendPhoto } from '#photos/web/send-photo.ts';
import { notePhotoSent } from '#photos/web/shrink-photo.ts';
import { whileTimePasses } from '#tests/platform/web/offline/while-time-passes.ts';

const MEGABYTE = 1024 * 1024;
const PHOTO = { id: 31, url: '/photos/31' };
const KEY = 'a-key-of-one-photo';

type Asked = { method: string; path: string; headers: Map<string, string>; bytes: Blob | null };
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

const server = { uploadId: 0, length: 0, received: 0, carried: 0 };
let asked: Asked[] = [];
let line: (request: Asked, count: number) => { after: number } | Answer | null = () => null;

function answer(request: Asked): Answer {
  const { method, headers, bytes } = request;
  if (method === 'POST' && server.uploadId === 0)
    Object.assign(server, { uploadId: 8, length: Number(headers.get('upload-length')) });
  const offset = method === 'PATCH' ? Number(headers.get('upload-offset')) : 0;
  // The bytes already received under the key are not read again.
  const isRead = method === 'PATCH' || server.received === 0;
  if (method === 'PATCH' && offset !== server.received) return wrongOffset();
  take(isRead ? (bytes?.size ?? 0) : 0);
  const isWhole = server.received === server.length;
  if (method === 'PATCH' && !isWhole)
    return { status: 204, headers: { 'upload-offset': String(server.received) } };
  const body = {
    success: true,
    upload: { id: server.uploadId, offset: server.received },
    ...(isWhole && { photos: [PHOTO] }),
  };
  return { status: method === 'POST' ? 201 : 200, body };
}

const wrongOffset = (): Answer => ({
  status: 409,
  body: { message: 'Not from there', offset: server.received },
});
function take(bytes: number) {
  server.received += bytes;
  server.carried += bytes;
}

class LineDouble {
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null };
  onloadend: (() => void) | null = null;
  status = 0;
  responseText = '';
  private request: Asked = { method: '', path: '', headers: new Map(), bytes: null };
  private answered: Record<string, string> = {};
  private isOver = false;

  open(method: string, path: string) {
    Object.assign(this.request, { method, path });
  }
  setRequestHeader(name: string, value: string) {
    this.request.headers.set(name, value);
  }
  getResponseHeader(name: string) {
    return this.answered[name] ?? null;
  }
  abort() {
    this.end({ status: 0 });
  }
  send(bytes: Blob | null) {
    this.request.bytes = bytes;
    asked.push(this.request);
    this.upload.onprogress?.({ loaded: bytes?.size ?? 0 });
    const fate = line(this.request, asked.length);
    if (fate && 'after' in fate) {
      const before = server.received;
      if (fate.after > 0) answer({ ...this.request, bytes: bytes?.slice(0, fate.after) ?? null });
      expect(server.received - before).toBeLessThanOrEqual(fate.after);
      setTimeout(() => this.end({ status: 0 }), 0);
    } else setTimeout(() => this.end(fate ?? answer(this.request)), 0);
  }
  private end({ status, body, headers = {} }: Answer) {
    if (this.isOver) return;
    this.isOver = true;
    const responseText = body ? JSON.stringify(body) : '';
    Object.assign(this, { status, responseText, answered: headers });
    this.onloadend?.();
  }
}

const photoOf = (bytes: number) =>
  new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' });
const sizes = () => asked.map(({ bytes }) => bytes?.size ?? 0);
const methods = () => asked.map(({ method }) => method);

function send(
  photo: File,
  more: { isResumed?: boolean; signal?: AbortSignal; takenAt?: string } = {},
) {
  const { signal } = new AbortController();
  const own = { idempotencyKey: KEY, token: 'token', signal, onProgress: () => {} };
  return whileTimePasses(sendPhoto(photo, { ...own, ...more }));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('XMLHttpRequest', LineDouble);
  Object.assign(server, { uploadId: 0, length: 0, received: 0, carried: 0 });
  asked = [];
  line = () => null;
  notePhotoSent(MEGABYTE, 100);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('E90: a small photo takes one request, with its key, length, name and time', async () => {
  const takenAt = '2026-11-23T08:00:00.000Z';
  expect(await send(photoOf(300_000), { takenAt })).toEqual(PHOTO);
  const [request] = asked;
  expect([methods(), sizes()]).toEqual([['POST'], [300_000]]);
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    authorization: 'Bearer token',
    'idempotency-key': KEY,
    'upload-length': '300000',
    'tus-resumable': '1.0.0',
    'upload-metadata': `filename ${btoa('photo.jpg')},filetype ${btoa('image/jpeg')},takenAt ${btoa(takenAt)}`,
  });
});

test('E90: a large photo is sent in parts that grow on a fast connection, and stay small on a slow one', async () => {
  await send(photoOf(6 * MEGABYTE));
  expect(sizes()).toEqual([MEGABYTE, 2 * MEGABYTE, 2 * MEGABYTE, MEGABYTE]);
  Object.assign(server, { uploadId: 0, received: 0 });
  asked = [];
  notePhotoSent(10_000, 60_000);
  await send(photoOf(200_000));
  expect(sizes()[0]).toBe(UPLOAD_PART_BYTES.small);
});

test('E90: after a cut a photo asks what has arrived, and sends no byte twice', async () => {
  line = (_request, count) => (count === 1 ? { after: 400_000 } : null);
  expect(await send(photoOf(900_000))).toEqual(PHOTO);
  expect(methods().join()).toMatch(/^POST,POST(,PATCH)+$/);
  expect([sizes()[1], asked[2]?.headers.get('upload-offset')]).toEqual([0, '400000']);
  expect(server.carried).toBe(900_000);
});

test('E90: a photo whose last answer was lost is queried, not sent again', async () => {
  line = (request, count) => (count === 1 ? { after: request.bytes?.size ?? 0 } : null);
  expect(await send(photoOf(500_000))).toEqual(PHOTO);
  expect([sizes(), server.carried]).toEqual([[500_000, 0], 500_000]);
});

test('E90: cuts without progress end a photo as a network failure; cuts with progress do not', async () => {
  line = () => ({ after: 0 });
  await expect(send(photoOf(500_000))).rejects.toMatchObject({ status: 0 });
  expect(asked).toHaveLength(5);
  Object.assign(server, { uploadId: 0, received: 0, carried: 0 });
  asked = [];
  let cuts = 0;
  line = ({ bytes }) => (bytes && bytes.size > 20_000 && cuts++ < 12 ? { after: 20_000 } : null);
  expect(await send(photoOf(900_000))).toEqual(PHOTO);
  expect([cuts > 12, server.carried]).toEqual([true, 900_000]);
});

test('E90: after a part that had arrived a photo continues at the offset that the server names', async () => {
  line = ({ method }, count) => {
    if (method !== 'PATCH' || count !== 2) return null;
    take(100_000);
    return wrongOffset();
  };
  expect(await send(photoOf(2 * MEGABYTE))).toEqual(PHOTO);
  expect(asked[2]?.headers.get('upload-offset')).toBe(String(MEGABYTE + 100_000));
});

test('E90: a swept photo begins again under its key', async () => {
  line = (_request, count) => {
    if (count !== 2) return null;
    Object.assign(server, { uploadId: 0, received: 0 });
    return { status: 404, body: { message: 'Gone' } };
  };
  expect(await send(photoOf(2 * MEGABYTE))).toEqual(PHOTO);
  const keys = asked.map(({ method, headers }) => [method, headers.get('idempotency-key')]);
  expect(keys.filter(([method]) => method === 'POST').map(([, key]) => key)).toEqual([KEY, KEY]);
});

test('E90: a photo that was begun before asks first', async () => {
  Object.assign(server, { uploadId: 8, length: 500_000, received: 300_000 });
  expect(await send(photoOf(500_000), { isResumed: true })).toEqual(PHOTO);
  expect([methods()[0], sizes()[0], server.carried]).toEqual(['POST', 0, 200_000]);
});

test("E90: a refusal ends a photo at once, with the server's message", async () => {
  line = () => ({ status: 415, body: { message: 'Photos must be pictures.' } });
  const refusal = { status: 415, message: 'Photos must be pictures.' };
  await expect(send(photoOf(1000))).rejects.toMatchObject(refusal);
  line = () => ({ status: 429, body: { message: 'Later' }, headers: { 'retry-after': '40' } });
  await expect(send(photoOf(1000))).rejects.toMatchObject({ retryAfterSeconds: 40 });
  line = () => ({ status: 401 });
  await expect(send(photoOf(1000))).rejects.toBeInstanceOf(NotLoggedInError);
  expect(asked).toHaveLength(3);
});

test('E90: a cancelled photo ends', async () => {
  const abort = new AbortController();
  line = () => {
    abort.abort();
    return null;
  };
  const sending = send(photoOf(MEGABYTE), { signal: abort.signal });
  await expect(sending).rejects.toBeInstanceOf(PhotoNotSent);
  expect(asked).toHaveLength(1);
});
