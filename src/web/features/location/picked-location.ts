import type { GpsFix } from '#shared/farm.ts';
import type { Position } from '#shared/geo.ts';

/** What the location picker holds: a farm's location as call 7 has it, but for the coverage radius, which another field sets. */
export type PickedLocation = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  /** Of the fix, in metres. */
  accuracy: number | null;
  /** Set by a fix, cleared by a move that was refused. */
  verified: boolean;
  gpsFix: GpsFix | null;
};
