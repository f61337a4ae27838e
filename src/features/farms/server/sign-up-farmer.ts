import {
  claimPhoneProof,
  claimSignupProof,
  createAccount,
  refuseStrangers,
  removeReplaceableAccount,
} from '#accounts/server/create-account.ts';
import { upsertLine } from '#accounts/server/people-queries.ts';
import { centsOf } from '#rules/amounts.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { createToken } from '#server/hashes.ts';
import { clientOfPerson } from '#server/heavy-work.ts';
import { claimSignup, type RateRule } from '#server/rate-limits.ts';
import { m } from '#text';
import {
  AGENT_SIGNUPS_PER_DAY,
  type AgentSignup,
  FARM_NAME_MAX,
  type FarmerPhoneSignup,
  type FarmerSignup,
} from '../rules/farm.ts';
import { DEFAULT_FARM_NAME } from '../rules/farm-texts.ts';
import { doubtFix, type Measurement, measuredFix, placeFarm } from './place-farm.ts';
import { insertFarm, listFarmersSignedUpBy } from './queries.ts';

const agentSignup: RateRule = {
  name: 'agentSignup',
  points: AGENT_SIGNUPS_PER_DAY,
  seconds: DAY_SECONDS,
};

type NewcomersCall = Pick<
  Call,
  'db' | 'clock' | 'secret' | 'rateLimits' | 'passwords' | 'clientAddress' | 'language'
>;

/**
 * Nobody knows the account's password, and it has no PIN. The farmer sets a password with a code by
 * SMS, and a PIN in the USSD menu.
 */
export async function signUpByAgent(call: Call<'user'>, input: AgentSignup) {
  const { db, clock, secret, rateLimits, passwords } = call;
  const { location, language } = input;
  const agentId = call.user.id;
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

export async function listSignedUp({ db, user }: Call<'user'>) {
  const rows = await listFarmersSignedUpBy(db, user.id);
  return {
    farmers: rows.map(({ firstName, lastName, phoneVerifiedAt: _, ...row }) => ({
      ...row,
      name: `${firstName} ${lastName}`,
    })),
  };
}

export async function signUpFarmerByPhone(call: NewcomersCall, input: FarmerPhoneSignup) {
  const { db, clock, secret, passwords, clientAddress, language } = call;
  const place = placeFarm(input.location, clock());
  await claimSignup(clientAddress, call);
  const passwordHash = await passwords.hash(input.password, clientAddress);
  const account = { ...input, passwordHash, language, place };
  await insertFarmerByPhone(db, account, { now: clock(), secret });
}

type Town = Position & { name: string; county: string };
type KeypadSignup = Pick<AgentSignup, 'firstName' | 'lastName' | 'farmType' | 'farmSize'> & {
  phoneNumber: string;
  town: Town;
  geofenceRadius: number;
};

/**
 * The network vouches for the number as a code does. The farm is at the centre of the nearest town
 * until its position is measured.
 */
export async function signUpByKeypad(
  call: Pick<Call, 'db' | 'clock' | 'secret' | 'passwords' | 'language'>,
  { town, geofenceRadius, ...input }: KeypadSignup,
) {
  const { db, clock, secret, passwords, language } = call;
  const { latitude, longitude, county, name } = town;
  const addressDescription = [...new Set([name, county])].join(', ');
  const farmName = m
    .farmOfPerson({ name: input.firstName, town: name }, { locale: language })
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
  const account = { passwordHash, language, nationalId: null, signupToken: null };
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

async function insertFarmerByPhone(
  db: Database,
  input: ByPhone,
  { now, secret }: { now: Date; secret: string },
) {
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
    await upsertLine(tx, userId, { heardAt: now });
    await storeFarm(tx, { ...input, userId }, now);
    return userId;
  });
}

/**
 * A caller with the token of the email's code replaces an account that was created without it,
 * unless somebody has logged in to it (docs/decisions/0046).
 */
export async function signUpFarmer(call: NewcomersCall, input: FarmerSignup) {
  const { db, clock, secret, passwords, clientAddress, language } = call;
  const { email, password, location, signupToken } = input;
  const place = placeFarm(location, clock());
  await claimSignup(clientAddress, call);
  const passwordHash = await passwords.hash(password, clientAddress);
  await db.transaction(async (tx) => {
    const now = clock();
    const isReplacing = signupToken
      ? await removeReplaceableAccount(tx, { email, signupToken, now })
      : false;
    const userId = await createAccount(
      tx,
      { ...personOf(input), language, role: 'farmer', passwordHash, emailVerifiedAt: now },
      now,
    );
    // After the email is locked, so that two concurrent sign-ups with one proof create one account.
    if (!isReplacing)
      await claimSignupProof(
        tx,
        { userId, address: email, signupToken, clientAddress },
        { now, secret },
      );
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

const personOf = ({ email, firstName, lastName, phoneNumber, nationalId }: FarmerSignup) => ({
  ...{ email, firstName, lastName, phoneNumber },
  nationalId: nationalId || null,
});
