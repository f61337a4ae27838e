import { hmac } from '#platform/server/hashes.ts';

/** Secrets are derived, so that a copy of the database has none. */
type Secrets = {
  id: number;
  createdAt: Date;
  secretNumber: number;
  formerSecretUntil: Date | null;
};
type Signed = { messageId: string; body: string; now: Date };

// Includes the moment, because a restored database may use the id again.
const derive = ({ id, createdAt }: Secrets, number: number, appSecret: string) =>
  `whsec_${Buffer.from(hmac(appSecret, 'webhook', String(id), createdAt.toISOString(), String(number)), 'hex').toString('base64')}`;

export const secretOf = (webhook: Secrets, appSecret: string): string =>
  derive(webhook, webhook.secretNumber, appSecret);

/** Loaded with the first event, because most servers have no webhooks. */
const library = () => import('standardwebhooks');

/** See https://www.standardwebhooks.com. During a rotation both secrets sign. */
export async function signedHeaders(
  webhook: Secrets,
  { messageId, body, now }: Signed,
  appSecret: string,
): Promise<Record<string, string>> {
  const { Webhook } = await library();
  const { secretNumber, formerSecretUntil } = webhook;
  const isRotating = formerSecretUntil !== null && now < formerSecretUntil;
  const numbers = isRotating ? [secretNumber, secretNumber - 1] : [secretNumber];
  const signatures = numbers.map((number) =>
    new Webhook(derive(webhook, number, appSecret)).sign(messageId, now, body),
  );
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
