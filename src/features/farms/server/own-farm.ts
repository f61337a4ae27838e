import { PAYOUT_HOLD_SECONDS } from '#accounts/rules/limits.ts';
import { alarmOwner } from '#accounts/server/alarm-owner.ts';
import type { EndAccess } from '#accounts/server/end-access.ts';
import { confirmPassword } from '#accounts/server/passwords.ts';
import { getPhone, reportSimChange } from '#accounts/server/phone-line.ts';
import {
  proveFormerNumber,
  type Replacement,
  renamePerson,
  replaceLostNumber,
  replacePhoneNumber,
  trustNewNumber,
  verifyNewNumber,
} from '#accounts/server/update-person.ts';
import { thumbnailOf } from '#photos/rules/photo.ts';
import { findProfilePhoto } from '#photos/server/attached-photos.ts';
import { wardAt } from '#places/server/find-places.ts';
import { centsOf, shillingsOf } from '#rules/amounts.ts';
import { counties } from '#rules/counties.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { putInOutbox } from '#server/outbox.ts';
import {
  type ChangePhoneNumber,
  type EditFarmParts,
  isVerifiedFarm,
  type MoveFarm,
  verifiedAccuracyClass,
  verifiedAccuracyMetres,
} from '../rules/farm.ts';
import { doubtFix, nameFarmPlace, placeFarm } from './place-farm.ts';
import { findFarm, findFarmerProfile, lockFix, lockLastFix, updateFarm } from './queries.ts';

export type FarmStanding = {
  /** The mean of the ratings that count, 0 to 5 with one decimal; 0 without ratings. */
  reputationScore: number;
  ratingCount: number;
  ratingBuyerCount: number;
  /** Buyers proven by a number, a payment or a visited farm. */
  provenBuyerCount: number;
  /** A float, because the cents of all sales may exceed an integer. */
  salesCents: number;
  salesCount: number;
  salesBuyerCount: number;
};

/** In the specification's shape (§3). */
export async function getFarmerProfile({ db, user, readFarmStanding }: Call<'farmer'>) {
  const found = await findFarmerProfile(db, user.id);
  if (!found) throw new AppError('NOT_FOUND');
  const {
    emailVerifiedAt,
    gpsAccuracyMetres,
    isGpsDoubtful,
    coverageRadiusMetres,
    deliveryFeeCents,
    minimumOrderCents,
    ...profile
  } = found;
  const { salesCents, ...standing } = await readFarmStanding(db, user.id);
  return {
    ...profile,
    ...standing,
    geofenceRadius: coverageRadiusMetres,
    deliveryFee: shillingsOf(deliveryFeeCents),
    minimumOrder: shillingsOf(minimumOrderCents),
    isVerified: isVerifiedFarm({ gpsAccuracyMetres, isGpsDoubtful }),
    verifiedAccuracyMetres: verifiedAccuracyMetres({ gpsAccuracyMetres, isGpsDoubtful }),
    verifiedAccuracyClass: verifiedAccuracyClass({ gpsAccuracyMetres, isGpsDoubtful }),
    isVisited: profile.visitedAt !== null,
    emailVerified: emailVerifiedAt !== null,
    totalSales: shillingsOf(salesCents),
    profilePhoto: thumbnailOf(await findProfilePhoto(db, user.id)),
  };
}

export async function editFarm(call: Call<'farmer'>, change: EditFarmParts) {
  const { firstName, lastName, farmName, geofenceRadius, deliveryFee, minimumOrder, ...rest } =
    change;
  const farmerId = call.user.id;
  const now = call.clock();
  await call.db.transaction(async (tx) => {
    const farm = await findFarmerProfile(tx, farmerId);
    if (!farm) throw new AppError('NOT_FOUND');
    const { latitude, longitude, pinCounty } = farm;
    const { county = farm.county, subcounty = farm.subcounty, ...texts } = rest;
    const name = { firstName: firstName ?? farm.firstName, lastName: lastName ?? farm.lastName };
    await renamePerson(tx, { userId: farmerId, ...name }, now);
    await updateFarm(tx, farmerId, {
      ...texts,
      ...nameFarmPlace({ latitude, longitude, pinCounty, county, subcounty }),
      name: farmName,
      coverageRadiusMetres: geofenceRadius,
      deliveryFeeCents: deliveryFee === undefined ? undefined : centsOf(deliveryFee),
      minimumOrderCents: minimumOrder === undefined ? undefined : centsOf(minimumOrder),
      updatedAt: now,
    });
  });
  return getFarmerProfile(call);
}

export async function moveFarm(call: Call<'farmer'>, { position, ...named }: MoveFarm) {
  const { db, clock } = call;
  const farmerId = call.user.id;
  const { geofenceRadius } = await getFarmerProfile(call);
  const place = placeFarm({ ...position, ...named, geofenceRadius }, clock());
  await db.transaction(async (tx) => {
    // Locked before the farm's own row. Another move to the same fix may mark this farm as
    // doubtful, and the two would deadlock.
    await lockFix(tx, named.gpsFix);
    const before = await lockLastFix(tx, farmerId);
    const isGpsDoubtful = await doubtFix(tx, {
      userId: farmerId,
      gpsFix: named.gpsFix,
      before,
      now: clock(),
    });
    await updateFarm(tx, farmerId, {
      ...place,
      isGpsDoubtful,
      isPositionProvisional: false,
      visitedAt: null,
      visitedBy: null,
      updatedAt: clock(),
    });
  });
  return getFarmerProfile(call);
}

/**
 * Notifies the owner by mail and holds payouts for a day, so that the owner of a stolen session
 * notices before money leaves. A farmer without an email logs in with the number alone, so their
 * change requires codes from both phones: the password alone must not take over an account.
 */
export async function changePhoneNumber(
  call: Call<'farmer'>,
  { phoneNumber, password, signupToken, formerToken }: ChangePhoneNumber,
) {
  const { db, clock, secret } = call;
  const farmerId = call.user.id;
  await confirmPassword(db, { userId: farmerId, password }, call);
  const profile = await getFarmerProfile(call);
  if (profile.phoneNumber === phoneNumber) return profile;
  const isOnlyAddress = profile.email === null;
  if (isOnlyAddress && !(signupToken && formerToken))
    throw new AppError('PHONE_NOT_PROVEN', { field: 'phoneNumber' });
  await db.transaction(async (tx) => {
    const now = clock();
    const former = {
      userId: farmerId,
      phoneNumber: profile.phoneNumber,
      signupToken: formerToken ?? '',
    };
    if (isOnlyAddress) await proveFormerNumber(tx, former, { now, secret });
    await replacePhoneNumber(tx, { userId: farmerId, phoneNumber }, now);
    if (signupToken)
      await verifyNewNumber(tx, { userId: farmerId, phoneNumber, signupToken }, { now, secret });
    if (isOnlyAddress) await trustNewNumber(tx, farmerId, now);
    await holdPayouts(tx, farmerId, now);
    const changed = alarmOwner('phoneNumberChanged', {
      userId: farmerId,
      lastDigits: phoneNumber.slice(-3),
      formerNumber: profile.phoneNumber,
    });
    await putInOutbox(tx, changed, now);
  });
  return getFarmerProfile(call);
}

export async function changeLostNumber(
  tx: Database,
  lost: Parameters<typeof replaceLostNumber>[1],
  services: { now: Date; endAccess: EndAccess },
): Promise<Replacement> {
  const replacement = await replaceLostNumber(tx, lost, services);
  if (replacement.outcome === 'done') await holdPayouts(tx, replacement.userId, services.now);
  return replacement;
}

/** Payouts also wait until the number is trusted again (payment-clock.ts). */
export async function reportLostSim(
  tx: Database,
  reported: { userId: number; sessionId: number | null },
  services: { now: Date; endAccess: EndAccess },
) {
  const result = await reportSimChange(tx, reported, services);
  await holdPayouts(tx, reported.userId, services.now);
  return result;
}

/** `isOffered`: SMS is configured. */
export const getOwnPhone = async (call: Call<'user'>) => ({
  ...(await getPhone(call.db, call.user.id, call)),
  isOffered: call.sms !== null,
});

export async function reportOwnSim(call: Call<'user'>) {
  const { db, user, clock, endAccess } = call;
  const reported = { userId: user.id, sessionId: user.sessionId };
  await db.transaction((tx) => reportLostSim(tx, reported, { now: clock(), endAccess }));
  return getPhone(db, user.id, call);
}

/** Does nothing for a buyer. */
const holdPayouts = (tx: Database, userId: number, now: Date) =>
  updateFarm(tx, userId, {
    payoutsHeldUntil: secondsAfter(now, PAYOUT_HOLD_SECONDS),
    updatedAt: now,
  });

/**
 * Leaves out the phone number and the exact position. `position` is rounded to about a kilometre,
 * which anyone can derive from distances.
 */
export async function getFarm(db: Database, { farmId }: { farmId: number }) {
  const found = await findFarm(db, farmId);
  if (!found) throw new AppError('FARM_NOT_FOUND');
  const {
    latitude,
    longitude,
    gpsAccuracyMetres,
    isGpsDoubtful,
    deliveryFeeCents,
    minimumOrderCents,
    ...farm
  } = found;
  return {
    ...farm,
    photo: thumbnailOf(await findProfilePhoto(db, farmId)),
    position: { latitude, longitude },
    ward: wardOf(farm.county, { latitude, longitude }),
    isFarmVerified: isVerifiedFarm({ gpsAccuracyMetres, isGpsDoubtful }),
    farmAccuracyMetres: verifiedAccuracyMetres({ gpsAccuracyMetres, isGpsDoubtful }),
    deliveryFee: shillingsOf(deliveryFeeCents),
    minimumOrder: shillingsOf(minimumOrderCents),
  };
}

export const browseFarm = ({ catalogueReads }: Call, input: { farmId: number }) =>
  catalogueReads.quick((db) => getFarm(db, input));

/** Null until the pin's county is known. */
function wardOf(pinCounty: string, position: Position) {
  const county = counties.find((name) => name === pinCounty);
  return (county && wardAt(county, position)) ?? null;
}
