import * as z from 'zod/mini';
import {
  firstName,
  givenPassword,
  lastName,
  phoneNumber,
} from '#features/accounts/rules/account.ts';
import { ADDRESS_MAX } from '#features/places/rules/limits.ts';
import { gpsFix, position } from '#platform/rules/geo/geo-input.ts';
import { amount } from '#platform/rules/money-input.ts';
import { fieldError, paragraph } from '#platform/rules/text/line.ts';
import { coverageRadius, farmName, farmSizes, farmTypes, option, placeName } from './farm.ts';

/** What a farmer edits of the profile at any time. Fee and minimum order in KES. */
export const editFarmInput = z.object({
  firstName,
  lastName,
  farmName,
  farmType: option(farmTypes, 'farmTypeRequired'),
  farmSize: option(farmSizes, 'farmSizeRequired'),
  county: placeName,
  subcounty: placeName,
  addressDescription: paragraph().check(z.maxLength(ADDRESS_MAX, fieldError('fieldTooLong'))),
  geofenceRadius: coverageRadius,
  deliveryFee: amount('deliveryFeeInvalid'),
  minimumOrder: amount('minimumOrderInvalid'),
});
export type EditFarm = z.infer<typeof editFarmInput>;

/** The farm has moved, or was marked badly: only a new measurement moves the pin. */
export const moveFarmInput = z.object({
  position,
  gpsFix,
  county: placeName,
  subcounty: placeName,
  addressDescription: paragraph().check(z.maxLength(ADDRESS_MAX, fieldError('fieldTooLong'))),
});
export type MoveFarm = z.infer<typeof moveFarmInput>;

/**
 * Payouts go to this number, so it takes the password to change it. `signupToken` is the proof that
 * a code by SMS has verified the new number, `formerToken` that one has verified the number until
 * now; those without an email need both.
 */
export const changePhoneNumberInput = z.object({
  phoneNumber,
  password: givenPassword,
  signupToken: z.optional(z.string().check(z.maxLength(100))),
  formerToken: z.optional(z.string().check(z.maxLength(100))),
});
export type ChangePhoneNumber = z.infer<typeof changePhoneNumberInput>;
