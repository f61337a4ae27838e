import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { EditBuyer } from '#shared/account.ts';
import { getBuyerProfile } from './get-buyer-profile.ts';
import { updateBuyer, updateUser } from './people/queries.ts';

/** Changes what a buyer may change at any time. @returns the profile as it is now */
export async function editBuyer(
  db: Database,
  { buyerId, deliveryAddress, city, ...person }: EditBuyer & { buyerId: number },
  { clock }: { clock: Clock },
) {
  await db.transaction(async (tx) => {
    await updateUser(tx, buyerId, { ...person, updatedAt: clock() });
    await updateBuyer(tx, buyerId, { deliveryAddress, city });
  });
  return getBuyerProfile(db, buyerId);
}
