import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { m } from '#text';

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

function focus(selector: string) {
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
