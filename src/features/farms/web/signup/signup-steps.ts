import { m } from '#text';

/** The location's fields have the names of call 7, in which the server reports them. */
export const signupSteps = [
  {
    title: m.farmerSignupAboutYou,
    fields: ['firstName', 'lastName', 'phoneNumber', 'email', 'nationalId'],
  },
  { title: m.farmerSignupYourFarm, fields: ['farmName', 'farmType', 'farmSize'] },
  {
    title: m.farmLocationTitle,
    fields: [
      'location',
      'location.county',
      'location.subcounty',
      'location.addressDescription',
      'location.geofenceRadius',
    ],
  },
  {
    title: m.farmerSignupFinish,
    fields: ['deliveryFee', 'minimumOrder', 'password', 'confirmPassword'],
  },
] as const;

export const PLACE_STEP = 3;

export function firstWrong(wrong: readonly string[]): { step: number; selector: string } | null {
  for (const [index, { fields }] of signupSteps.entries()) {
    const field = fields.find((name) => wrong.includes(name));
    if (field) return { step: index + 1, selector: selectorOf(field) };
  }
  return null;
}

const selectorOf = (field: string) =>
  field === 'location' ? '#gps-button' : `[name="${field.replace('location.', '')}"]`;
