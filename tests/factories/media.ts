import type { Market } from '#tests/setup/market.ts';
import { makeJpeg } from './pictures.ts';
import { makeWebm } from './voices.ts';

type MediaMessage = {
  id: number;
  kind: string;
  from: 'buyer' | 'farmer';
  text: string;
  photos: { id: number; width: number; height: number; url: string }[];
  voice: { id: number; seconds: number; contentType: string; url: string } | null;
};
export type MediaAnswer = {
  status: number;
  conversationId: number | undefined;
  message: MediaMessage;
  said: string;
  fieldErrors: Record<string, string>;
  headers: Headers;
};
type Sender = { token: string };
type Upload = { sender: Sender; key?: string; language?: string } & (
  | { conversationId: number }
  | { productId: number }
);

export async function sendPhotos(
  market: Market,
  {
    photos,
    count = 1,
    text,
    seed = 1,
    ...upload
  }: Upload & { photos?: Buffer[]; count?: number; text?: string; seed?: number },
): Promise<MediaAnswer> {
  const body = new FormData();
  const seeds = Array.from({ length: count }, (_, at) => seed + at);
  for (const bytes of photos ?? (await Promise.all(seeds.map((one) => makeJpeg({ seed: one })))))
    body.append('photos', new File([new Uint8Array(bytes)], 'kale.jpg', { type: 'image/jpeg' }));
  if (text !== undefined) body.append('text', text);
  return send(market, 'photos', { body, ...upload });
}

export async function sendVoice(
  market: Market,
  {
    voice = makeWebm(),
    seconds = 4,
    ...upload
  }: Upload & { voice?: Buffer; seconds?: number | string },
): Promise<MediaAnswer> {
  const body = new FormData();
  const type = 'audio/webm;codecs=opus';
  body.append('voice', new File([new Uint8Array(voice)], 'voice.webm', { type }));
  body.append('seconds', String(seconds));
  return send(market, 'voice', { body, ...upload });
}

async function send(
  market: Market,
  what: 'photos' | 'voice',
  { sender, key, language = 'en', body, ...to }: Upload & { body: FormData },
): Promise<MediaAnswer> {
  const headers = {
    authorization: `Bearer ${sender.token}`,
    'accept-language': language,
    ...(key && { 'idempotency-key': key }),
  };
  const target = 'productId' in to ? `about/${to.productId}` : to.conversationId;
  const response = await market.app.request(`/api/conversations/${target}/${what}`, {
    method: 'POST',
    body,
    headers,
  });
  const {
    message,
    conversationId,
    fieldErrors = {},
  } = (await response.json()) as {
    conversationId?: number;
    message: MediaMessage & string;
    fieldErrors?: Record<string, string>;
  };
  const { status, headers: answered } = response;
  return { status, headers: answered, conversationId, message, said: message, fieldErrors };
}
