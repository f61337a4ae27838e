import { useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import {
  COVERAGE_RADIUS_DEFAULT_METRES,
  type FarmLocation,
  farmLocation,
  GPS_FIX_MAX_AGE_SECONDS,
} from '#farms/rules/farm.ts';
import type { AddressErrors } from '#places/web/address-part.tsx';
import type { PickedLocation, PickerProps } from '#places/web/use-picked-location.ts';
import { m } from '#text';
import { fieldSentence } from '#ui/form-state.ts';
import type { Failure } from '#web/rpc.ts';
import { tabStore } from '#web/storage.ts';

const KEY = 'draft:farmLocation';

const position = z.object({ latitude: z.number(), longitude: z.number() });
const address = z.object({
  county: z.string(),
  subcounty: z.string(),
  addressDescription: z.string(),
});
const measuredFix = z.object({
  latitude: z.number(),
  longitude: z.number(),
  accuracy: z.number(),
  takenAt: z.string(),
});
const kept = z.object({
  picked: z.nullable(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      county: z.string(),
      subcounty: z.string(),
      addressDescription: z.string(),
      accuracy: z.nullable(z.number()),
      verified: z.boolean(),
      gpsFix: z.nullable(measuredFix),
      found: z._default(z.nullable(address), null),
      writtenAt: z._default(z.nullable(position), null),
    }),
  ),
  radiusMetres: z.number(),
});

type Kept = { picked: PickedLocation | null; radiusMetres: number };
type CheckedLocation =
  | { isRight: true; location: FarmLocation }
  | { isRight: false; problem: string; errors: AddressErrors };

const addressFields = ['county', 'subcounty', 'addressDescription'] as const;
const nothing: Kept = { picked: null, radiusMetres: COVERAGE_RADIUS_DEFAULT_METRES };

/** Survives a reload for as long as the server accepts the GPS fix. */
export function useFarmLocation() {
  const [state, setState] = useState(nothing);
  const [errors, setErrors] = useState<AddressErrors>({});
  useLayoutEffect(() => {
    const before = tabStore.readAs(KEY, kept);
    if (before) setState({ ...before, picked: before.picked && withoutStaleFix(before.picked) });
  }, []);

  const change = (partOf: (current: Kept) => Partial<Kept>) =>
    setState((current) => {
      const next = { ...current, ...partOf(current) };
      tabStore.writeJson(KEY, next);
      return next;
    });

  const pick: PickerProps['onChange'] = (changed) => {
    setErrors({});
    change(({ picked }) => ({ picked: changed(picked) }));
  };

  return {
    ...state,
    isVerified: state.picked?.verified ?? false,
    errors,
    pick,
    setRadius: (radiusMetres: number) => change(() => ({ radiusMetres })),
    unverify: () =>
      setState((current) => ({ ...current, picked: current.picked && unverified(current.picked) })),
    check: (): CheckedLocation => {
      const checked = check(state);
      setErrors(checked.isRight ? {} : checked.errors);
      return checked;
    },
    showFailure: ({ fieldErrors }: Failure) => {
      const said = addressFields.map((field) => [field, fieldErrors[`location.${field}`]] as const);
      setErrors(Object.fromEntries(said.filter(([, sentence]) => sentence !== undefined)));
    },
    clear: () => {
      tabStore.write(KEY, null);
      setState(nothing);
    },
  };
}

function check({ picked, radiusMetres }: Kept): CheckedLocation {
  if (!picked) return { isRight: false, problem: m.locationRequired(), errors: {} };
  if (isStale(picked)) return { isRight: false, problem: m.gpsFixStale(), errors: {} };
  const parsed = farmLocation.safeParse({ ...picked, geofenceRadius: radiusMetres });
  if (parsed.success) return { isRight: true, location: parsed.data };
  const [issue] = parsed.error.issues;
  const problem = fieldSentence(issue) ?? m.locationRequired();
  const field = addressFields.find((name) => name === issue?.path[0]);
  return field
    ? { isRight: false, problem: m.errorInvalidInput(), errors: { [field]: problem } }
    : { isRight: false, problem, errors: {} };
}

const isStale = ({ gpsFix }: PickedLocation) =>
  gpsFix !== null && Date.now() - Date.parse(gpsFix.takenAt) > GPS_FIX_MAX_AGE_SECONDS * 1000;

const unverified = (picked: PickedLocation): PickedLocation => ({
  ...picked,
  verified: false,
  gpsFix: null,
});
const withoutStaleFix = (picked: PickedLocation) => (isStale(picked) ? unverified(picked) : picked);
