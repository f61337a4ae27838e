import type { ChangePassword } from '#features/accounts/rules/account-changes.ts';
import type { Role } from '#platform/rules/role.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import { putInOutbox } from '#platform/server/outbox/put-in-outbox.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { voidCodesOf } from './codes/issue-code.ts';
import { confirmPassword } from './confirm-password.ts';
import { type PasswordHasher, refuseWeakPassword } from './passwords.ts';
import { replacePassword } from './people/queries.ts';
import { passwordChanged } from './send-account-letters.ts';
import { endOtherSessions } from './sessions/end-sessions.ts';

type Change = ChangePassword & { userId: number; role: Role; sessionId: number };

/**
 * Changes a password, given the old one. Ends all other sessions, keeps this one, and notifies the
 * owner by mail. If the password was reset in the meantime, the reset wins.
 * @throws AppError PASSWORD_WRONG on the field `currentPassword`, TOO_MANY_ATTEMPTS; ZodError for a
 * password that breaks its role's rule
 */
export async function changePassword(
  db: Database,
  { userId, role, sessionId, currentPassword, newPassword }: Change,
  services: { clock: Clock; rateLimits: RateLimits; passwords: PasswordHasher },
) {
  refuseWeakPassword(newPassword, { role, field: 'newPassword' });
  const confirmed = await confirmPassword(
    db,
    { userId, password: currentPassword, field: 'currentPassword' },
    services,
  );
  const passwordHash = await services.passwords.hash(newPassword, clientOfPerson(userId));
  await db.transaction(async (tx) => {
    const now = services.clock();
    // Otherwise a login code requested with the old password could still open a session.
    await voidCodesOf(tx, confirmed, now);
    const isReplaced = await replacePassword(tx, {
      userId,
      passwordHash,
      replacing: confirmed.passwordHash,
      now,
    });
    if (!isReplaced) throw new AppError('PASSWORD_WRONG', { field: 'currentPassword' });
    await endOtherSessions(tx, { userId, sessionId });
    await putInOutbox(tx, passwordChanged({ userId }), now);
  });
}
