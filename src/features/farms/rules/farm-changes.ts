import * as z from 'zod/mini';
import { firstName, givenPassword, lastName, phoneNumber } from '#accounts/rules/account.ts';
import { ADDRESS_MAX } from '#places/rules/limits.ts';
import { amount, fieldError, gpsFix, paragraph, position, rowId } from '#platform/rules/fields.ts';
import { languages } from '#platform/rules/language.ts';
import {
  coverageRadius,
  farmerSignupInput,
  farmName,
  farmSizes,
  farmTypes,
  option,
  placeName,
} from './farm.ts';
import { DELIVERY_FEE_MAX_KES, FARM_ABOUT_MAX } from './limits.ts';

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
