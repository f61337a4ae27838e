import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type ConfirmedCode, useCodeStep, useRequestCode } from '#accounts/web/code-step.ts';
import { agentSignupForm, agentSignupInput, type FarmLocation } from '#farms/rules/farm.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { showFailure, typedResolver, useDraft } from '#ui/form-state.ts';
import { readFailure, rpc } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { useFarmLocation } from './use-farm-location.ts';

type AgentValues = z.input<typeof agentSignupForm>;
type AgentOutput = z.output<typeof agentSignupForm>;
type Proof = { phoneNumber: string; signupToken: string };

const fields = [
  'firstName',
  'lastName',
  'nationalId',
  'phoneNumber',
  'language',
  'farmName',
  'farmType',
  'farmSize',
] as const;
const defaultValues = {
  ...Object.fromEntries(fields.map((field) => [field, ''])),
  language: getLocale(),
};
const resolver = typedResolver<AgentValues, typeof agentSignupForm>(
  agentSignupForm,
  ({ farmName, ...values }) => ({
    ...values,
    farmName: farmName?.trim() || undefined,
  }),
);
const formOptions = { resolver, mode: 'onChange', defaultValues } as const;
const nothing: string[] = [];

const fallbacks = { failed: m.registrationFailed, connectionLost: m.registrationFailedNetwork };
const sendFallbacks = { failed: m.errorCodeSmsFailed, connectionLost: m.errorCodeSmsFailed };

type Newest = { name: string; phoneNumber: string };

/** The proof is kept while the page is open, so that a mistake in the form needs no second code. */
export function useAgentSignup() {
  const form = useForm<AgentValues, unknown, AgentOutput>(formOptions);
  const clearForm = useDraft(form, { name: 'agentSignup', without: nothing });
  const location = useFarmLocation();
  const code = useCodeStep('agentSignup');
  const request = useRequestCode('verify-phone');
  /** The farmer reads the SMS, so it is in the farmer's language. */
  const requestCode = (address: string) => request(address, form.getValues('language'));
  const proof = useRef<Proof | null>(null);
  const [banner, setBanner] = useState<string | null>(null);
  const [newest, setNewest] = useState<Newest | null>(null);
  const { phone } = trpc.useUtils();

  async function signUp(values: AgentOutput) {
    const checked = location.check();
    if (!checked.isRight) return setBanner(checked.problem);
    const { current } = proof;
    if (current?.phoneNumber === values.phoneNumber)
      return createAccount(values, checked.location, current);
    const requested = await requestCode(values.phoneNumber);
    if (requested.outcome !== 'failed') return code.open(requested.step);
    setBanner(showFailure(form, fields, { failure: requested.failure, fallbacks: sendFallbacks }));
  }

  async function createAccount(values: AgentOutput, place: FarmLocation, { signupToken }: Proof) {
    try {
      await rpc.phone.signUpFarmer.mutate(
        agentSignupInput.parse({
          ...values,
          nationalId: values.nationalId || null,
          location: place,
          signupToken,
        }),
      );
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'PHONE_NOT_PROVEN') proof.current = null;
      if (failure.code === 'GPS_FIX_STALE' || failure.code === 'PIN_TOO_FAR') location.unverify();
      location.showFailure(failure);
      code.close();
      setBanner(showFailure(form, fields, { failure, fallbacks }));
      return;
    }
    const { firstName, lastName, phoneNumber } = values;
    setNewest({ name: `${firstName} ${lastName}`, phoneNumber });
    void phone.signedUpFarmers.invalidate();
    proof.current = null;
    code.finish();
    location.clear();
    clearForm();
  }

  const goOn = form.handleSubmit(signUp, () => {
    code.close();
    setBanner(m.fixFieldsFirst());
  });

  return {
    form,
    location,
    banner,
    clearBanner: () => setBanner(null),
    submit: form.handleSubmit(signUp, () => setBanner(m.fixFieldsFirst())),
    name: form.getValues('firstName') || m.agentAboutFarmer(),
    step: code.step,
    keepStep: code.open,
    requestCode,
    backToForm: code.close,
    takeConsent: async (confirmed: ConfirmedCode) => {
      if (confirmed.outcome === 'phoneProven') {
        proof.current = confirmed;
        return goOn();
      }
      // The code verified the agent's own number.
      code.close();
      setBanner(m.agentOwnNumber());
    },
    newest,
    startAnother: () => {
      code.close();
      form.reset(defaultValues);
      setNewest(null);
    },
  };
}
