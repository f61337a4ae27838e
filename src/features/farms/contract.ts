import * as z from 'zod/mini';
import { setPinInput } from '#accounts/rules/account-input.ts';
import { moment, named, noted, operation } from '#platform/contract.ts';
import {
  agentSignupInput,
  changePhoneNumberInput,
  editFarmPartsInput,
  farmerPhoneSignupInput,
  farmerSignupInput,
  farmSizes,
  farmTypes,
  getFarmInput,
  moveFarmInput,
} from './rules/farm.ts';

const text = z.string();
const count = z.int();
const is = z.boolean();

const profile = named(
  'FarmerProfile',
  z.object({
    id: noted(z.int(), 'The id of the farmer and the farm.', 5),
    firstName: noted(text, 'At least two letters.', 'Wanjiku'),
    lastName: noted(text, 'At least two letters.', 'Kamau'),
    email: noted(z.nullable(text), 'The address of the account.', 'wanjiku@example.com'),
    phoneNumber: noted(text, '+254 and nine digits.', '+254712345678'),
    farmName: noted(text, 'The name of the farm.', 'Wanjiku Farm'),
    farmType: noted(
      z.enum(farmTypes),
      'The full text, or the words before the bracket.',
      farmTypes[3],
    ),
    farmSize: noted(
      z.enum(farmSizes),
      'The full text, or the words before the bracket.',
      farmSizes[0],
    ),
    about: noted(text, 'What buyers read about the farm.', 'Vegetables from the highlands.'),
    county: noted(text, 'One of the 47 counties.', 'Nakuru'),
    pinCounty: noted(z.nullable(text), 'The county in which the pin lies.', 'Nakuru'),
    subcounty: noted(text, 'The sub-county.', 'Naivasha'),
    addressDescription: noted(text, 'How to get there.', 'Behind the primary school.'),
    latitude: z.number(),
    longitude: z.number(),
    isPositionProvisional: noted(
      is,
      'An agent gave the position; the farmer has not measured it yet.',
      false,
    ),
    visitedAt: noted(
      z.nullable(moment),
      'When somebody of SokoShamba was there.',
      '2026-10-01T09:00:00.000Z',
    ),
    payoutsHeldUntil: noted(
      z.nullable(moment),
      'No payout before this moment, after a change of the number.',
      '2026-11-27T07:30:00.000Z',
    ),
    reputationScore: noted(z.number(), 'The mean of the ratings, 0 to 5, one decimal.', 4.6),
    ratingCount: noted(count, 'How many ratings.', 18),
    ratingBuyerCount: noted(count, 'How many buyers rated.', 12),
    provenBuyerCount: noted(count, 'How many of them have proven who they are.', 9),
    salesCount: noted(count, 'How many sales.', 40),
    salesBuyerCount: noted(count, 'How many buyers bought.', 22),
    geofenceRadius: noted(z.number(), 'How far the farm delivers, in metres.', 5000),
    deliveryFee: noted(z.number(), 'KES for one delivery.', 200),
    minimumOrder: noted(z.number(), 'KES. The smallest order that the farm delivers.', 1000),
    isVerified: noted(is, 'The position was measured by GPS.', true),
    verifiedAccuracyMetres: noted(z.nullable(z.number()), 'How accurately, in metres.', 12),
    verifiedAccuracyClass: noted(
      z.nullable(z.enum(['excellent', 'good', 'fair', 'poor'])),
      'How accurately.',
      'good',
    ),
    isVisited: noted(is, 'Somebody of SokoShamba was there.', true),
    emailVerified: noted(is, 'The email was verified by its code.', true),
    totalSales: noted(z.number(), 'KES of all sales.', 84_000),
    profilePhoto: noted(z.nullable(text), 'The path of a small JPEG.', '/photos/0f…-400.jpg'),
  }),
);

const ofFarmer = {
  by: 'farmer',
  answer: noted(profile, 'Your profile.'),
  under: 'profile',
} as const;

export const getFarmerProfile = operation({
  ...ofFarmer,
  rest: 'GET /api/farmer/profile',
  summary: 'See your farm',
});
export const editFarm = operation({
  ...ofFarmer,
  rest: 'PUT /api/farmer/profile',
  summary: 'Change your farm',
  details: 'Fields that are left out stay.',
  input: editFarmPartsInput,
  errors: ['COUNTY_UNKNOWN'],
});
export const moveFarm = operation({ by: 'farmer', input: moveFarmInput });
export const changePhoneNumber = operation({ by: 'farmer', input: changePhoneNumberInput });

/** A path of the accounts, so it answers with a message as they do. */
export const signUpFarmer = operation({ by: 'anyone', input: farmerSignupInput });
export const signUpFarmerByPhone = operation({ by: 'anyone', input: farmerPhoneSignupInput });

export const browseFarm = operation({ by: 'anyone', input: getFarmInput });

export const getOwnPhone = operation({ by: 'user' });
export const setPin = operation({ by: 'user', input: setPinInput });
export const reportOwnSim = operation({ by: 'user' });
export const listSignedUp = operation({ by: 'user' });
export const signUpByAgent = operation({ by: 'user', input: agentSignupInput });
