import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { parseDecimal } from '#shared/decimal.ts';
import { type FarmLocation, farmerSignupForm, farmerSignupInput } from '#shared/farm.ts';
import { SIGNUP_PROOF_SECONDS } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure } from '#web/app/client/failure.ts';
import { rpc } from '#web/app/client/rpc.ts';
import { showFailure } from '#web/app/client/show-failure.ts';
import { keepLoginEmail } from '#web/features/account/last-login.ts';
import { useCodeStep } from '#web/features/codes/use-code-step.ts';
import { useRequestCode } from '#web/features/codes/use-request-code.ts';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { typedResolver } from '#web/ui/form/typed-resolver.ts';
import { useDraft } from '#web/ui/form/use-draft.ts';
import { useFarmLocation } from './use-farm-location.ts';

/** The fields as typed; amounts are texts until they are sent. */
type SignupValues = Omit<z.input<typeof farmerSignupForm>, 'farmName' | 'deliveryFee' | 'minimumOrder'> & {
  farmName: string;
  deliveryFee: string;
  minimumOrder: string;
};
type SignupOutput = z.output<typeof farmerSignupForm>;

const fields = [
  ...(['firstName', 'lastName', 'nationalId', 'phoneNumber', 'email'] as const),
  ...(['farmName', 'farmType', 'farmSize', 'deliveryFee', 'minimumOrder', 'password', 'confirmPassword'] as const),
] as const;
const defaultValues = Object.fromEntries(fields.map((field) => [field, '']));
const resolver = typedResolver<SignupValues, typeof farmerSignupForm>(
  farmerSignupForm,
  ({ farmName, deliveryFee, minimumOrder, ...values }) => ({
    ...values,
    farmName: farmName.trim() || undefined,
    deliveryFee: parseDecimal(deliveryFee) ?? undefined,
    minimumOrder: parseDecimal(minimumOrder) ?? undefined,
  }),
);
const formOptions = { resolver, mode: 'onChange', defaultValues } as const;
const secrets = ['password', 'confirmPassword'];

const fallbacks = { failed: m.registrationFailed, connectionLost: m.registrationFailedNetwork };
const sendFallbacks = { failed: m.codeSendFailedFarmer, connectionLost: m.codeSendFailedFarmer };

/** What an account needs besides the typed fields: the measured place and the proof of the email. */
type Proven = { location: FarmLocation; signupToken: string };

/**
 * A farmer's signup: the form, the code that proves the email, then the account. A proof is valid for half an hour, so that
 * a farmer who has to correct something afterwards does not need a second code.
 */
export function useFarmerSignup() {
  const navigate = useNavigate();
  const form = useForm<SignupValues, unknown, SignupOutput>(formOptions);
  const clearForm = useDraft(form, { name: 'farmerSignup', without: secrets });
  const location = useFarmLocation();
  const code = useCodeStep('farmerSignup');
  const requestCode = useRequestCode('signup');
  const [banner, setBanner] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);

  async function signUp(values: SignupOutput) {
    setNotice(null);
    const checked = location.check();
    if (!checked.isRight) return setBanner(checked.problem);
    const signupToken = signupProof.tokenFor(values.email);
    if (signupToken) return createAccount(values, { location: checked.location, signupToken });
    const request = await requestCode(values.email);
    if (request.outcome !== 'failed') return code.open(request.step);
    const { failure } = request;
    // The specification has its own sentence for this case.
    const said = failure.code === 'CODE_MAIL_FAILED' ? { ...failure, message: m.codeSendFailedFarmer() } : failure;
    setBanner(showFailure(form, fields, { failure: said, fallbacks: sendFallbacks }));
  }

  async function createAccount(values: SignupOutput, proven: Proven) {
    try {
      await rpc.auth.signupFarmer.mutate(accountOf(values, proven));
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'EMAIL_NOT_PROVEN') signupProof.forget();
      if (failure.code === 'GPS_FIX_STALE' || failure.code === 'PIN_TOO_FAR') location.unverify();
      location.showFailure(failure);
      code.close();
      setBanner(showFailure(form, fields, { failure, fallbacks }));
      return;
    }
    signupProof.forget();
    code.finish();
    location.clear();
    clearForm();
    keepLoginEmail(values.email);
    showToast('success', m.farmerSignupMessage());
    await navigate({ to: '/loginF', replace: true, ignoreBlocker: true });
  }

  /** After a reload the passwords are gone; the form then asks only for them. */
  const goOn = form.handleSubmit(signUp, () => {
    code.close();
    setNotice(m.emailProvenPasswordMissing());
  });

  return {
    form,
    location,
    banner,
    notice,
    clearBanner: () => setBanner(null),
    submit: form.handleSubmit(signUp, () => setBanner(m.fixFieldsFirst())),
    step: code.step,
    keepStep: code.open,
    requestCode,
    backToForm: code.close,
    takeProof: (email: string, signupToken: string) => {
      signupProof.keep({ email, signupToken });
      return goOn();
    },
  };
}

const accountOf = (values: SignupOutput, proven: Proven) =>
  farmerSignupInput.parse({
    ...values,
    ...proven,
    nationalId: values.nationalId || null,
    userType: 'farmer',
    emailVerified: true,
  });

const KEY = 'signupProof';
const shape = z.object({ email: z.string(), signupToken: z.string(), endsAt: z.number() });

/** Keeps the token that the server returned for a right signup code, which proves this email, for as long as the server accepts it. */
const signupProof = {
  keep: (proof: { email: string; signupToken: string }) =>
    keep(KEY, { ...proof, endsAt: Date.now() + SIGNUP_PROOF_SECONDS * 1000 }),
  tokenFor: (email: string): string | null => {
    const proof = readKept(KEY, shape);
    return proof?.email === email && proof.endsAt > Date.now() ? proof.signupToken : null;
  },
  forget: () => forgetKept(KEY),
};
