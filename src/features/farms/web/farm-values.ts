import type { FarmerProfile } from '#features/farms/web/farmer-data.ts';
import { parseDecimal } from '#platform/rules/decimal.ts';

/** The typed fields of "Edit profile". */
export type FarmValues = {
  firstName: string;
  lastName: string;
  farmName: string;
  farmType: string;
  farmSize: string;
  about: string;
  county: string;
  subcounty: string;
  addressDescription: string;
  /** In metres; text like the other fields, so that a draft of the form can hold it too. */
  geofenceRadius: string;
  deliveryFee: string;
  minimumOrder: string;
};

export const farmValuesOf = (profile: FarmerProfile): FarmValues => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  farmName: profile.farmName,
  farmType: profile.farmType,
  farmSize: profile.farmSize,
  about: profile.about,
  county: profile.county,
  subcounty: profile.subcounty,
  addressDescription: profile.addressDescription,
  geofenceRadius: String(profile.geofenceRadius),
  deliveryFee: String(profile.deliveryFee),
  minimumOrder: String(profile.minimumOrder),
});

/** Converts the values to the schema's types. An empty amount counts as 0. */
export const farmInputOf = ({
  geofenceRadius,
  deliveryFee,
  minimumOrder,
  ...texts
}: FarmValues) => ({
  ...texts,
  geofenceRadius: Number(geofenceRadius),
  deliveryFee: parseDecimal(deliveryFee) ?? 0,
  minimumOrder: parseDecimal(minimumOrder) ?? 0,
});
