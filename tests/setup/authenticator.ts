import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Situation = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
};

export function makeAuthenticator(site = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = base64url(credentialId);

  const clientData = (type: string, challenge: string, { origin = site }: Situation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = ({ rpId, isVerified = true, counter = 0 }: Situation, credential?: Buffer) => {
    const flags =
      USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(rpId ?? new URL(site).hostname),
      Buffer.from([flags]),
      count,
      credential ?? Buffer.alloc(0),
    ]);
  };
  const answer = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };

  return {
    create({ challenge }: { challenge: string }, situation: Situation = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey.export({ format: 'jwk' })),
      ]);
      const data = authData(situation, credential);
      return {
        ...answer,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, situation)),
          attestationObject: base64url(attestation(data)),
        },
      };
    },
    get({ challenge }: { challenge: string }, situation: Situation = {}) {
      const client = clientData('webauthn.get', challenge, situation);
      const data = authData(situation);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...answer,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}

function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

const attestation = (data: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
    data,
  ]);

const cborText = (text: string) => Buffer.from([0x60 | text.length, ...Buffer.from(text)]);
