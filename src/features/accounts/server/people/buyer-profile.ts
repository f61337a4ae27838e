import { defaultBusinessName } from '#accounts/rules/account.ts';
import type { EditBuyer } from '#accounts/rules/account-changes.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { renamePerson, replacePhoneNumber } from '../update-person.ts';
import { findBuyerProfile, lockAccount, updateBuyer } from './queries.ts';

export async function getBuyerProfile({ db, user }: Pick<Call<'buyer'>, 'db' | 'user'>) {
  const profile = await findBuyerProfile(db, user.id);
  if (!profile) throw new AppError('NOT_FOUND');
  return {
    ...profile,
    email: profile.email ?? '',
    isPhoneVerified: profile.phoneVerifiedAt !== null,
  };
}

export async function editBuyer(call: Call<'buyer'>, change: EditBuyer) {
  const buyerId = call.user.id;
  await call.db.transaction(async (tx) => {
    const now = call.clock();
    // A concurrent edit of other fields waits, so that it is not undone.
    await lockAccount(tx, buyerId);
    const former = await getBuyerProfile({ ...call, db: tx });
    const { firstName = former.firstName, lastName = former.lastName } = change;
    const { phoneNumber = former.phoneNumber } = change;
    // A shop that is named after its owner is renamed with the owner.
    const isDefault = former.businessName === defaultBusinessName(former);
    const { businessName = isDefault ? '' : former.businessName } = change;
    const { deliveryAddress = former.deliveryAddress, city = former.city } = change;
    await renamePerson(tx, { userId: buyerId, firstName, lastName }, now);
    await replacePhoneNumber(tx, { userId: buyerId, phoneNumber }, now);
    await updateBuyer(tx, buyerId, {
      businessName: businessName || defaultBusinessName({ firstName, lastName }),
      deliveryAddress,
      city,
    });
  });
  return getBuyerProfile(call);
}
