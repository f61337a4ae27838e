import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type FarmLocation, farmLocation } from '#farms/rules/farm.ts';
import { COVERAGE_RADIUS_DEFAULT_METRES, GPS_FIX_MAX_AGE_SECONDS } from '#farms/rules/limits.ts';
import type { AddressErrors } from '#places/web/address-part.tsx';
import type { PickedLocation, PickerProps } from '#places/web/use-picked-location.ts';
import { m } from '#text';
import { fieldSentence } from '#ui/form/form-state.ts';
import type { Failure } from '#web/client/rpc.ts';
import { tabStore } from '#web/session/storage.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** "Next" was pressed on this step, so the browser's Back returns to it. */
    stepBefore?: number;
  }
}

export type Steps = ReturnType<typeof useSteps>;

/**
 * The URL names the open step, so that Back goes one step back and a reload stays. It can open a
 * step before the earlier ones are filled in: the last step checks them all.
 */
export function useSteps(count: number) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const stepBefore = useLocation({ select: ({ state }) => state.stepBefore });
  const { step = 1 } = useSearch({ strict: false });
  const number = step > 0 && step <= count ? step : 1;
  const wanted = useRef<string | null>(null);
  const hasOpened = useRef(false);

  const replace = (next: number, resetScroll: boolean) =>
    navigate({ to: '.', search: { step: searchOf(next) }, replace: true, resetScroll });

  return {
    number,
    count,
    next: () =>
      void navigate({
        to: '.',
        search: { step: searchOf(number + 1) },
        state: { stepBefore: number },
      }),
    back: () => {
      if (stepBefore === number - 1) history.back();
      else void replace(number - 1, true);
    },
    leadTo: (next: number, selector: string) => {
      // A field on another step, or in a hidden form, gets the focus when its step opens.
      if (next === number && focus(selector)) return;
      wanted.current = selector;
      if (next !== number) void replace(next, false);
    },
    /** Focuses the field that the user was led to, otherwise the heading of a later step. */
    takeFocus: useCallback((heading?: HTMLElement | null) => {
      if (wanted.current === null) {
        if (hasOpened.current) heading?.focus({ preventScroll: true });
      } else if (focus(wanted.current)) wanted.current = null;
      hasOpened.current = true;
    }, []),
  };
}

const searchOf = (step: number) => (step === 1 ? undefined : step);

function focus(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null;
}

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
