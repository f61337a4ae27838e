import type { ChangePassword } from '#accounts/rules/account-changes.ts';
import { AppError } from '#platform/server/app-error.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import { putInOutbox } from '#platform/server/outbox.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { confirmPassword } from './confirm-password.ts';
import { refuseWeakPassword } from './passwords.ts';
import { replacePassword } from './people/queries.ts';
import { passwordChanged } from './send-account-letters.ts';

/** Ends all access but this session. If the password was reset in the meantime, the reset wins. */
export async function changePassword(
  call: Call<'user'>,
  { currentPassword, newPassword }: ChangePassword,
) {
  const { db, user, clock, passwords, endAccess } = call;
  const { id: userId, role, sessionId } = user;
  refuseWeakPassword(newPassword, { role, field: 'newPassword' });
  const confirmed = await confirmPassword(
    db,
    { userId, password: currentPassword, field: 'currentPassword' },
    call,
  );
  const passwordHash = await passwords.hash(newPassword, clientOfPerson(userId));
  await db.transaction(async (tx) => {
    const now = clock();
    const isReplaced = await replacePassword(tx, {
      userId,
      passwordHash,
      replacing: confirmed.passwordHash,
      now,
    });
    if (!isReplaced) throw new AppError('PASSWORD_WRONG', { field: 'currentPassword' });
    await endAccess(
      tx,
      { userId, exceptSession: sessionId, formerPasswordHash: confirmed.passwordHash },
      now,
    );
    await putInOutbox(tx, passwordChanged({ userId }), now);
  });
}
