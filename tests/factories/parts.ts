import type { Market } from '#tests/setup/market.ts';

export const PART_TYPE = 'application/offset+octet-stream';

type Begun = {
  length: number;
  name?: string;
  type?: string;
  takenAt?: string;
  key?: string;
  part?: Buffer;
};

const encoded = (value: string) => Buffer.from(value).toString('base64');

export const beginHeaders = ({
  length,
  name = 'photo.jpg',
  type = 'image/jpeg',
  takenAt,
  key,
  part,
}: Begun) => ({
  'tus-resumable': '1.0.0',
  'upload-length': String(length),
  'upload-metadata': [
    `filename ${encoded(name)}`,
    `filetype ${encoded(type)}`,
    ...(takenAt ? [`takenAt ${encoded(takenAt)}`] : []),
  ].join(),
  ...(key && { 'idempotency-key': key }),
  ...(part && { 'content-type': PART_TYPE, 'content-length': String(part.length) }),
});

export const partHeaders = (offset: number, part: Buffer) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': PART_TYPE,
  'content-length': String(part.length),
});

type Answered = {
  status: number;
  headers: Headers;
  body: {
    message?: string;
    upload?: { id: number; offset: number; length: number };
    photos?: { id: number; url: string }[];
  };
};

export function partsOf(market: Market, token: string) {
  const send = async (
    path: string,
    method: string,
    headers: Record<string, string>,
    bytes?: Buffer,
  ): Promise<Answered> => {
    const answer = await market.app.request(path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(bytes && { body: new Uint8Array(bytes) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : {} };
  };
  return {
    begin: (begun: Begun, headers: Record<string, string> = {}) =>
      send('/api/farmer/uploads', 'POST', { ...beginHeaders(begun), ...headers }, begun.part),
    append: (id: number, offset: number, part: Buffer, headers: Record<string, string> = {}) =>
      send(
        `/api/farmer/uploads/${id}`,
        'PATCH',
        { ...partHeaders(offset, part), ...headers },
        part,
      ),
    head: (id: number) => send(`/api/farmer/uploads/${id}`, 'HEAD', {}),
    get: (id: number) => send(`/api/farmer/uploads/${id}`, 'GET', {}),
  };
}
