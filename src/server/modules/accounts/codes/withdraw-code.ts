import type { Database } from '#server/db/connect.ts';
import { deleteCodeMail, voidCode } from './queries.ts';

type Withdrawal = { codeId: number; mailId: number; now: Date };

/** The mail with this code could not be sent: the code is void, and another may be asked for at once. */
export async function withdrawCode(db: Database, { codeId, mailId, now }: Withdrawal) {
  await db.transaction(async (tx) => {
    await voidCode(tx, { id: codeId, now });
    await deleteCodeMail(tx, mailId);
  });
}
