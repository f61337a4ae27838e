import {
  claimPhoneProof,
  claimSignupProof,
  refuseStrangers,
} from '#features/accounts/server/claim-signup-proof.ts';
import { createAccount } from '#features/accounts/server/create-account.ts';
import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
import { openPhoneLine } from '#features/accounts/server/phone-line.ts';
import { removeReplaceableAccount } from '#features/accounts/server/remove-account.ts';
import type { AgentSignup } from '#features/farms/rules/agent-signup.ts';
import type { FarmerPhoneSignup, FarmerSignup } from '#features/farms/rules/farm.ts';
import { DEFAULT_FARM_NAME } from '#features/farms/rules/farm-texts.ts';
import { AGENT_SIGNUPS_PER_DAY, FARM_NAME_MAX } from '#features/farms/rules/limits.ts';
import { DAY_SECONDS } from '#platform/rules/durations.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import type { Language } from '#platform/rules/language.ts';
import { centsOf } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken } from '#platform/server/hashes.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import { claimSignup } from '#platform/server/pools/claim-newcomer.ts';
import type { RateLimits, RateRule } from '#platform/server/rate-limits.ts';
import { doubtFix } from './evidence/doubt-fix.ts';
import { type Measurement, measuredFix, placeFarm } from './evidence/place-farm.ts';
import { insertFarm } from './queries.ts';

/** Per user who creates accounts for others. */
const agentSignup: RateRule = {
  name: 'agentSignup',
  points: AGENT_SIGNUPS_PER_DAY,
  seconds: DAY_SECONDS,
};

type Asked = { clientAddress: string; language: Language };
type Services = {
  rateLimits: RateLimits;
  clock: Clock;
  secret: string;
  passwords: PasswordHasher;
};

/**
 * Creates the account of a farmer without an email, who is with an agent. The number's code, which
 * was sent only to the farmer, is the consent. Nobody knows its password, and there is no PIN: the
 * farmer sets a password with a code by SMS, and a PIN in the USSD menu.
 * @throws AppError PHONE_NOT_PROVEN, PHONE_TAKEN, OUTSIDE_KENYA, COUNTY_UNKNOWN, PIN_TOO_FAR,
 * GPS_FIX_STALE, TOO_MANY_ATTEMPTS
 */
export async function signUpByAgent(
  db: Database,
  input: AgentSignup & { agentId: number },
  { clock, secret, rateLimits, passwords }: Services,
) {
  const { location, language, agentId } = input;
  const place = placeFarm(location, clock());
  await rateLimits.consume(agentSignup, String(agentId));
  const passwordHash = await passwords.hash(createToken(), clientOfPerson(agentId));
  const account = { passwordHash, language, signedUpBy: agentId };
  const farmerId = await insertFarmerByPhone(
    db,
    { ...input, ...account, place },
    { now: clock(), secret },
  );
  return { farmerId };
}

/**
 * Creates a farmer's account without an email, and its farm, for a phone number whose code this
 * caller has entered.
 * @throws AppError PHONE_NOT_PROVEN, PHONE_TAKEN, OUTSIDE_KENYA, COUNTY_UNKNOWN, PIN_TOO_FAR,
 * GPS_FIX_STALE, TOO_MANY_ATTEMPTS
 */
export async function signUpFarmerByPhone(
  db: Database,
  input: FarmerPhoneSignup & Asked,
  services: Services,
) {
  const { clock, secret, passwords } = services;
  const place = placeFarm(input.location, clock());
  await claimSignup(input.clientAddress, services);
  const passwordHash = await passwords.hash(input.password, input.clientAddress);
  await insertFarmerByPhone(db, { ...input, passwordHash, place }, { now: clock(), secret });
}

type Town = Position & { name: string; county: string };
type KeypadSignup = Pick<AgentSignup, 'firstName' | 'lastName' | 'farmType' | 'farmSize'> & {
  phoneNumber: string;
  language: Language;
  town: Town;
  geofenceRadius: number;
};

/**
 * Creates the account of a farmer who dialled in: the network vouches for the number as a code
 * does. Nobody knows its password, as in signUpByAgent. The farm is at the centre of the nearest
 * town until its position is measured.
 * @throws AppError PHONE_TAKEN, OUTSIDE_KENYA, COUNTY_UNKNOWN
 */
export async function signUpByKeypad(
  db: Database,
  { town, geofenceRadius, ...input }: KeypadSignup,
  { clock, secret, passwords }: Pick<Services, 'clock' | 'secret' | 'passwords'>,
) {
  const { latitude, longitude, county, name } = town;
  const addressDescription = [...new Set([name, county])].join(', ');
  const farmName = m
    .farmOfPerson({ name: input.firstName, town: name }, { locale: input.language })
    .slice(0, FARM_NAME_MAX);
  const location = {
    latitude,
    longitude,
    county,
    subcounty: '',
    addressDescription,
    geofenceRadius,
  };
  const place = { ...placeFarm(location, clock()), isPositionProvisional: true };
  const passwordHash = await passwords.hash(createToken(), `phone ${input.phoneNumber}`);
  const account = { passwordHash, nationalId: null, signupToken: null };
  await insertFarmerByPhone(
    db,
    { ...input, ...account, farmName, location, place },
    { now: clock(), secret },
  );
}

type ByPhone = Omit<AgentSignup, 'language' | 'location' | 'signupToken'> & {
  language: Language;
  location: Measurement;
  /** Null: the network vouches for the number. */
  signupToken: string | null;
  passwordHash: string;
  place: FarmPlace;
  signedUpBy?: number;
};

/** Stores account, phone line and farm for a proven number, in one transaction. */
async function insertFarmerByPhone(
  db: Database,
  input: ByPhone,
  { now, secret }: { now: Date; secret: string },
): Promise<number> {
  const { firstName, lastName, phoneNumber, nationalId, language, passwordHash, signedUpBy } =
    input;
  const { signupToken } = input;
  return db.transaction(async (tx) => {
    if (signupToken !== null) await refuseStrangers(tx, { phoneNumber, signupToken });
    const person = {
      firstName,
      lastName,
      phoneNumber,
      nationalId: nationalId || null,
      language,
      passwordHash,
    };
    const verified = {
      email: null,
      emailVerifiedAt: null,
      phoneVerifiedAt: now,
      ...(signedUpBy !== undefined && { signedUpBy }),
    };
    const userId = await createAccount(tx, { ...person, ...verified, role: 'farmer' }, now);
    if (signupToken !== null)
      await claimPhoneProof(tx, { userId, phoneNumber, signupToken }, { now, secret });
    await openPhoneLine(tx, userId, now);
    await storeFarm(tx, { ...input, userId }, now);
    return userId;
  });
}

/**
 * Creates a farmer's account and its farm, for an email whose sign-up code this caller has entered.
 * Ignores `emailVerified`. A caller with the token of that code replaces an account that was
 * created without it, unless somebody has logged in to it.
 * @throws AppError EMAIL_NOT_PROVEN, EMAIL_TAKEN, OUTSIDE_KENYA, COUNTY_UNKNOWN, PIN_TOO_FAR,
 * GPS_FIX_STALE, TOO_MANY_ATTEMPTS
 */
export async function signUpFarmer(db: Database, input: FarmerSignup & Asked, services: Services) {
  const { clock, secret, passwords } = services;
  const { email, password, location, signupToken, clientAddress } = input;
  const place = placeFarm(location, clock());
  await claimSignup(input.clientAddress, services);
  const passwordHash = await passwords.hash(password, clientAddress);
  await db.transaction(async (tx) => {
    const now = clock();
    const isReplacing = signupToken
      ? await removeReplaceableAccount(tx, { email, signupToken, now })
      : false;
    const userId = await createAccount(
      tx,
      { ...personOf(input), role: 'farmer', passwordHash, emailVerifiedAt: now },
      now,
    );
    // After the email is locked, so that two concurrent sign-ups with one proof create one account.
    if (!isReplacing)
      await claimSignupProof(tx, { userId, email, signupToken, clientAddress }, { now, secret });
    await storeFarm(tx, { ...input, userId, place }, now);
  });
}

type FarmPlace = ReturnType<typeof placeFarm> & { isPositionProvisional?: boolean };

type NewFarm = Pick<AgentSignup, 'farmType' | 'farmSize'> &
  Pick<FarmerSignup, 'farmName' | 'deliveryFee' | 'minimumOrder'> & {
    userId: number;
    location: Measurement;
    place: FarmPlace;
  };

async function storeFarm(tx: Database, farm: NewFarm, now: Date) {
  const { userId, location, farmType, farmSize, place } = farm;
  const { farmName: name = DEFAULT_FARM_NAME, deliveryFee = 0, minimumOrder = 0 } = farm;
  const isGpsDoubtful = await doubtFix(tx, { userId, gpsFix: measuredFix(location, now), now });
  await insertFarm(tx, {
    name,
    deliveryFeeCents: centsOf(deliveryFee),
    minimumOrderCents: centsOf(minimumOrder),
    userId,
    farmType,
    farmSize,
    ...place,
    isGpsDoubtful,
    updatedAt: now,
  });
}

function personOf({
  email,
  firstName,
  lastName,
  phoneNumber,
  nationalId,
  language,
}: FarmerSignup & Asked) {
  return { email, firstName, lastName, phoneNumber, nationalId: nationalId || null, language };
}
