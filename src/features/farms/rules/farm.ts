import * as z from 'zod/mini';
import {
  confirmation,
  email,
  firstName,
  givenPassword,
  lastName,
  newPasswordRules,
  optionalNationalId,
  passwordsAgree,
  phoneNumber,
} from '#accounts/rules/account.ts';
import { ADDRESS_MAX, PLACE_NAME_MAX } from '#places/rules/limits.ts';
import {
  accuracy,
  amount,
  fieldError,
  gpsFix,
  inKenya,
  latitude,
  line,
  longitude,
  paragraph,
  position,
  rowId,
} from '#rules/fields.ts';
import { type AccuracyClass, accuracyClass, shownAccuracy } from '#rules/geo.ts';
import { languages } from '#rules/language.ts';
import { MINUTE_SECONDS } from '#rules/limits.ts';
import { fold } from '#rules/text/fold.ts';

export const COVERAGE_RADIUS_MIN_METRES = 200;
export const COVERAGE_RADIUS_MAX_METRES = 25_000;
export const COVERAGE_RADIUS_STEP_METRES = 100;
export const COVERAGE_RADIUS_DEFAULT_METRES = 500;
/** No phone measures better than this, so a smaller value is forged. */
export const PLAUSIBLE_ACCURACY_METRES = 0.5;
/** Farms with exactly the same fix. Two may be a coincidence; more were not measured. */
export const FARMS_OF_ONE_FIX_MAX = 2;
/** The speed of an airliner. */
export const PLAUSIBLE_SPEED_METRES_PER_SECOND = 250;
export const GPS_FIX_MAX_AGE_SECONDS = 30 * MINUTE_SECONDS;
export const FARM_NAME_MAX = 80;
export const FARM_ABOUT_MAX = 500;
/** More than a lorry costs within the largest radius. */
export const DELIVERY_FEE_MAX_KES = 10_000;

export const SIGNED_UP_SHOWN = 200;
export const AGENT_SIGNUPS_PER_DAY = 30;

/** The specification's option texts are the stored values; screens translate them. */
export const farmTypes = [
  'Cereals (Maize, Wheat, Rice)',
  'Legumes (Beans, Peas, Lentils)',
  'Root Crops (Potatoes, Sweet Potatoes, Cassava)',
  'Vegetables (Tomatoes, Onions, Cabbages)',
  'Fruits (Bananas, Mangoes, Avocados)',
] as const;
export const farmSizes = [
  'Small Scale (Less than 2.5 acres)',
  'Medium Scale (2.5 - 20 acres)',
  'Large Scale (20 - 100 acres)',
  'Commercial (Over 100 acres)',
] as const;

/** Null accuracy: never measured. Doubtful: the measurement is implausible. */
export type FarmEvidence = { gpsAccuracyMetres: number | null; isGpsDoubtful: boolean };

export const isVerifiedFarm = ({ gpsAccuracyMetres, isGpsDoubtful }: FarmEvidence) =>
  gpsAccuracyMetres !== null && gpsAccuracyMetres >= PLAUSIBLE_ACCURACY_METRES && !isGpsDoubtful;

/** In whole metres; null without the badge (§5). */
export const verifiedAccuracyMetres = (farm: FarmEvidence) =>
  isVerifiedFarm(farm) && farm.gpsAccuracyMetres !== null
    ? shownAccuracy(farm.gpsAccuracyMetres)
    : null;
export const verifiedAccuracyClass = (farm: FarmEvidence): AccuracyClass | null =>
  isVerifiedFarm(farm) && farm.gpsAccuracyMetres !== null
    ? accuracyClass(farm.gpsAccuracyMetres)
    : null;

/** Also accepts the words before the bracket, in any case: "cereals" is the first farm type. */
export const option = <const T extends readonly string[]>(
  options: T,
  required: 'farmTypeRequired' | 'farmSizeRequired',
) =>
  z.pipe(
    z.pipe(
      z.string(fieldError(required)),
      z.transform(
        (typed) =>
          options.find((o) =>
            [o, o.split(' (')[0]].some((text) => fold(text ?? '') === fold(typed)),
          ) ?? typed,
      ),
    ),
    z.enum(options, fieldError(required)),
  );

export const coverageRadius = z
  .number(fieldError('coverageRadiusInvalid'))
  .check(
    z.gte(COVERAGE_RADIUS_MIN_METRES, fieldError('coverageRadiusInvalid')),
    z.lte(COVERAGE_RADIUS_MAX_METRES, fieldError('coverageRadiusInvalid')),
    z.multipleOf(COVERAGE_RADIUS_STEP_METRES, fieldError('coverageRadiusInvalid')),
  );

export const placeName = line().check(z.maxLength(PLACE_NAME_MAX, fieldError('fieldTooLong')));

/** The pin of §3. `geofenceRadius` is how far the farm delivers, in metres. */
export const farmLocation = z
  .object(
    {
      latitude,
      longitude,
      county: placeName,
      subcounty: placeName,
      addressDescription: paragraph().check(z.maxLength(ADDRESS_MAX, fieldError('fieldTooLong'))),
      geofenceRadius: z._default(coverageRadius, COVERAGE_RADIUS_DEFAULT_METRES),
      accuracy: z.optional(z.nullable(accuracy)),
      verified: z.literal(true, fieldError('locationUnverified')),
      gpsFix: z.optional(z.nullable(gpsFix)),
    },
    fieldError('locationRequired'),
  )
  .check(inKenya);
export type FarmLocation = z.infer<typeof farmLocation>;

export const farmName = line('farmNameRequired').check(
  z.minLength(1, fieldError('farmNameRequired')),
  z.maxLength(FARM_NAME_MAX, fieldError('fieldTooLong')),
);

/** `emailVerified` is ignored; `signupToken` is the proof from verify-otp. */
export const farmerSignupInput = z.object({
  firstName,
  lastName,
  nationalId: optionalNationalId,
  phoneNumber,
  email,
  password: newPasswordRules.farmer,
  userType: z.optional(z.literal('farmer')),
  farmType: option(farmTypes, 'farmTypeRequired'),
  farmSize: option(farmSizes, 'farmSizeRequired'),
  /** Our additions to §3, in KES. */
  farmName: z.optional(farmName),
  deliveryFee: z.optional(amount('deliveryFeeInvalid', DELIVERY_FEE_MAX_KES)),
  minimumOrder: z.optional(amount('minimumOrderInvalid')),
  location: farmLocation,
  emailVerified: z.optional(z.boolean()),
  signupToken: z.optional(z.string().check(z.maxLength(100))),
});
export type FarmerSignup = z.infer<typeof farmerSignupInput>;

export const farmerPhoneSignupInput = z.extend(
  z.omit(farmerSignupInput, {
    email: true,
    userType: true,
    emailVerified: true,
    signupToken: true,
  }),
  {
    signupToken: z
      .string(fieldError('fieldInvalid'))
      .check(z.maxLength(100, fieldError('fieldInvalid'))),
  },
);
export type FarmerPhoneSignup = z.infer<typeof farmerPhoneSignupInput>;

export const farmerSignupForm = z
  .extend(
    z.omit(farmerSignupInput, {
      userType: true,
      location: true,
      emailVerified: true,
      signupToken: true,
    }),
    confirmation,
  )
  .check(passwordsAgree);

export const farmerPhoneSignupForm = z
  .extend(z.omit(farmerPhoneSignupInput, { location: true, signupToken: true }), confirmation)
  .check(passwordsAgree);

/** Fee and minimum order are in KES. */
export const editFarmInput = z.object({
  firstName,
  lastName,
  farmName,
  farmType: option(farmTypes, 'farmTypeRequired'),
  farmSize: option(farmSizes, 'farmSizeRequired'),
  about: z.optional(paragraph().check(z.maxLength(FARM_ABOUT_MAX, fieldError('fieldTooLong')))),
  county: placeName,
  subcounty: placeName,
  addressDescription: paragraph().check(z.maxLength(ADDRESS_MAX, fieldError('fieldTooLong'))),
  geofenceRadius: coverageRadius,
  deliveryFee: amount('deliveryFeeInvalid', DELIVERY_FEE_MAX_KES),
  minimumOrder: amount('minimumOrderInvalid'),
});
export type EditFarm = z.infer<typeof editFarmInput>;

export const editFarmPartsInput = z.partial(editFarmInput);
export type EditFarmParts = z.infer<typeof editFarmPartsInput>;

/** Only a new measurement moves the pin. */
export const moveFarmInput = z.object({
  position,
  gpsFix,
  county: placeName,
  subcounty: placeName,
  addressDescription: paragraph().check(z.maxLength(ADDRESS_MAX, fieldError('fieldTooLong'))),
});
export type MoveFarm = z.infer<typeof moveFarmInput>;

/**
 * Payouts go to this number, so changing it requires the password. `signupToken` proves a code to
 * the new number, `formerToken` one to the current number. Farmers without an email need both.
 */
export const changePhoneNumberInput = z.object({
  phoneNumber,
  password: givenPassword,
  signupToken: z.optional(z.string().check(z.maxLength(100))),
  formerToken: z.optional(z.string().check(z.maxLength(100))),
});
export type ChangePhoneNumber = z.infer<typeof changePhoneNumberInput>;

export const getFarmInput = z.object({ farmId: rowId });

/** The code was sent to the farmer and is their consent. `signupToken` is its proof. */
export const agentSignupInput = z.extend(
  z.omit(farmerSignupInput, {
    email: true,
    password: true,
    userType: true,
    emailVerified: true,
    signupToken: true,
  }),
  {
    language: z.enum(languages, fieldError('fieldInvalid')),
    signupToken: z
      .string(fieldError('fieldInvalid'))
      .check(z.maxLength(100, fieldError('fieldInvalid'))),
  },
);
export type AgentSignup = z.infer<typeof agentSignupInput>;

export const agentSignupForm = z.omit(agentSignupInput, {
  location: true,
  signupToken: true,
  deliveryFee: true,
  minimumOrder: true,
});
