import type { Login } from '#accounts/rules/otp.ts';
import type { Role } from '#platform/rules/role.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Budget } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { addressOf, findAddressee, loginName } from './codes/find-addressee.ts';
import {
  grantLoginPass,
  isDeviceOf,
  wrongPassword,
  wrongPasswordAnywhere,
  wrongPasswordOfDevice,
} from './sessions/known-device.ts';

/**
 * Sends nothing; a login code may then be requested. A wrong password and an unknown email or
 * number get the same answer, after the same work. Other errors are thrown only after the correct
 * password.
 */
export async function verifyCredentials(
  call: Call,
  { password, role, ...addressee }: Login & { role: Role },
) {
  const { db, clock, rateLimits, passwords, clientAddress } = call;
  const address = addressOf(addressee);
  const account = await findAddressee(db, address);
  // One name for both kinds of login, so that they don't double the guesses.
  const name = account ? loginName(account) : address;
  // Counted before the comparison, so that parallel guesses count too. A correct password is given
  // back.
  const counted = await limitsOf(call, { name, userId: account?.id ?? 0 });
  for (const limit of counted) await rateLimits.consume(...limit);
  const giveBack = async () => {
    for (const limit of counted) await rateLimits.giveBack(...limit);
  };
  const isRight = await passwords
    .isRight(password, account?.passwordHash ?? null, clientAddress)
    .catch(async (refusal: unknown) => {
      await giveBack();
      throw refusal;
    });
  if (!isRight || !account) throw new AppError('LOGIN_FAILED');
  await giveBack();
  if (account.role !== role)
    throw new AppError(account.role === 'farmer' ? 'FARMER_ACCOUNT' : 'BUYER_ACCOUNT');
  if (account.suspendedAt) throw new AppError('SUSPENDED');
  const { id: userId, passwordHash } = account;
  if (!(await grantLoginPass(db, { userId, passwordHash }, clock())))
    throw new AppError('LOGIN_FAILED');
}

/** Strangers cannot use up the limit of a device on which this user has logged in. */
async function limitsOf(
  { db, clientAddress, deviceToken }: Call,
  { name, userId }: { name: string; userId: number },
): Promise<Budget[]> {
  if (deviceToken && (await isDeviceOf(db, { userId, deviceToken })))
    return [[wrongPasswordOfDevice, name, deviceToken]];
  return [
    [wrongPassword, name, clientAddress],
    [wrongPasswordAnywhere, name],
  ];
}
