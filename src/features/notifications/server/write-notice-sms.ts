import type { NoticeKinds } from '#features/notifications/rules/notice.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import type { SmsCall } from './notify.ts';
import { codeFor } from './sms/merge-sms.ts';
import type { findSmsNotice } from './sms/queries.ts';

type SmsNotice = NonNullable<Awaited<ReturnType<typeof findSmsNotice>>>;
type Needs = Pick<Services, 'clock' | 'secret'> & {
  support: Support;
  notices: NoticeKinds<SmsCall>;
};

/** The SMS about a notice, in its reader's language; null if it is no longer needed. */
export async function writeNoticeSms(
  db: Database,
  { kind, facts, userId: id, role, language: locale }: SmsNotice,
  { clock, secret, support, notices }: Needs,
): Promise<string | null> {
  const reader = { locale, role, now: clock(), phone: support.phone };
  const on = {
    ...reader,
    ussdCode: codeFor({ role }, { support }),
    db,
    clock,
    secret,
    user: { id },
  };
  // A cast, because `notify` wrote the facts, and its types pair kind and facts.
  return (await notices.get(kind)?.sms?.(facts as never, on)) ?? null;
}
