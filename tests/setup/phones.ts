import { eq } from 'drizzle-orm';
import { phoneLines, users } from '#accounts/server/tables/users.ts';
import { hmac } from '#server/hashes.ts';
import { type Market, TEST_SECRET } from './market.ts';
import type { OpenSms } from './sms.ts';

type Line = { phoneNumber: string; language?: Language; pin?: string };

export async function givePhone(
  market: Market,
  { id: userId }: { id: number },
  { phoneNumber, language = 'sw', pin }: Line,
) {
  const now = market.services.clock();
  await market.db
    .update(users)
    .set({ phoneNumber, language, phoneVerifiedAt: now })
    .where(eq(users.id, userId));
  const pinHash = pin === undefined ? null : hmac(TEST_SECRET, 'phone pin', String(userId), pin);
  await market.db.insert(phoneLines).values({ userId, heardAt: now, pinHash });
}

export function phoneOf(market: Market, sms: OpenSms, phoneNumber: string) {
  const settle = async () => {
    await sms.delivered();
    while ((await market.runOutbox()) > 0) await sms.delivered();
    while ((await market.runSms()) > 0) await sms.delivered();
  };
  return {
    settle,
    last: () => sms.inbox(phoneNumber)[0] ?? '',
    async write(text: string, id?: string): Promise<string> {
      const before = sms.inbox(phoneNumber).length;
      sms.write(phoneNumber, text, id);
      await settle();
      const inbox = sms.inbox(phoneNumber);
      return inbox.length > before ? (inbox[0] ?? '') : '';
    },
  };
}
