import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Subscribe } from '#notifications/contract.ts';
import type { Market } from '#tests/setup/market.ts';
import { TEST_VAPID_KEYS } from '#tests/setup/vapid-keys.ts';
import { connectPush } from './connect-push.ts';
import { onFreePort } from './on-free-port.ts';

type Delivery = {
  device: string;
  message: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  bytes: number;
};
type Answer = { status: number; retryAfter?: string };

export async function startPushService() {
  const devices = new Map<string, ReturnType<typeof makeKeys>>();
  const answers = new Map<string, Answer>();
  let usual: Answer = { status: 201 };
  const delivered: Delivery[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const device = (request.url ?? '').slice('/send/'.length);
    const { status, retryAfter } = answers.get(device) ?? usual;
    const keys = devices.get(device);
    if (status === 201 && keys) {
      const body = Buffer.concat(chunks);
      if (!isOurs(request.headers.authorization ?? '', `http://${request.headers.host}`))
        throw new Error('A push is not ours');
      delivered.push({
        device,
        message: JSON.parse(decrypt(body, keys)),
        headers: request.headers,
        bytes: body.length,
      });
    }
    response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
  });
  const { origin, close: stop } = await onFreePort(server);
  let made = 0;

  return {
    origin,
    delivered,
    requests: () => requests,
    connect: (market: Market) => connectPush(market, origin),
    makeSubscription(): Subscribe & { device: string } {
      made += 1;
      const [device, keys] = [`device-${made}`, makeKeys()];
      devices.set(device, keys);
      const { publicKey, auth } = keys;
      return {
        device,
        endpoint: `${origin}/send/${device}`,
        keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
      };
    },
    answer: (device: string, given: Answer) => void answers.set(device, given),
    answerAll: (given: Answer) => {
      usual = given;
    },
    stop,
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

function makeKeys() {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  return { ecdh, publicKey, auth: randomBytes(16) };
}

const derive = (
  secret: Buffer,
  { salt, info, length }: { salt: Buffer; info: Buffer | string; length: number },
) => Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** RFC 8291, section 3.4: salt, record size, length of the sender's key, that key, one record. */
function decrypt(body: Buffer, { ecdh, publicKey, auth }: ReturnType<typeof makeKeys>): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const senderKey = body.subarray(21, keyEnd);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), { salt: auth, info: keyInfo, length: 32 });
  const key = derive(secret, { salt, info: 'Content-Encoding: aes128gcm\0', length: 16 });
  const nonce = derive(secret, { salt, info: 'Content-Encoding: nonce\0', length: 12 });
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** RFC 8292: a token for this service that names our key. The signature is the library's matter. */
function isOurs(authorization: string, origin: string): boolean {
  const [, claims = '', key] =
    /^vapid t=[\w-]+\.([\w-]+)\.[\w-]+, k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== TEST_VAPID_KEYS.publicKey) return false;
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  return aud === origin;
}
