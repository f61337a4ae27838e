import type { ChangePassword } from '#features/accounts/rules/account-changes.ts';
import type { Role } from '#platform/rules/role.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import { putInOutbox } from '#platform/server/outbox/put-in-outbox.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { confirmPassword } from './confirm-password.ts';
import type { EndAccess } from './end-access.ts';
import { type PasswordHasher, refuseWeakPassword } from './passwords.ts';
import { replacePassword } from './people/queries.ts';
import { passwordChanged } from './send-account-letters.ts';

type Change = ChangePassword & { userId: number; role: Role; sessionId: number };

/**
 * Changes a password, given the old one. Ends all access but this session, and notifies the owner
 * by mail. If the password was reset in the meantime, the reset wins.
 * @throws AppError PASSWORD_WRONG on the field `currentPassword`, TOO_MANY_ATTEMPTS; ZodError for a
 * password that breaks its role's rule
 */
export async function changePassword(
  db: Database,
  { userId, role, sessionId, currentPassword, newPassword }: Change,
  services: {
    clock: Clock;
    rateLimits: RateLimits;
    passwords: PasswordHasher;
    endAccess: EndAccess;
  },
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
    const isReplaced = await replacePassword(tx, {
      userId,
      passwordHash,
      replacing: confirmed.passwordHash,
      now,
    });
    if (!isReplaced) throw new AppError('PASSWORD_WRONG', { field: 'currentPassword' });
    await services.endAccess(
      tx,
      { userId, exceptSession: sessionId, formerPasswordHash: confirmed.passwordHash },
      now,
    );
    await putInOutbox(tx, passwordChanged({ userId }), now);
  });
}
