import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { SIGNUP_PROOF_SECONDS } from '#accounts/rules/limits.ts';
import { useCodeStep, useRequestCode } from '#accounts/web/code-step.ts';
import { keepLoginName } from '#accounts/web/login-steps.tsx';
import {
  type FarmLocation,
  farmerPhoneSignupForm,
  farmerPhoneSignupInput,
  farmerSignupForm,
  farmerSignupInput,
} from '#farms/rules/farm.ts';
import { parseDecimal } from '#rules/amounts.ts';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { m } from '#text';
import { showFailure, typedResolver, useDraft } from '#ui/form-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { hasSms } from '#web/page-frame.tsx';
import { readFailure, rpc } from '#web/rpc.ts';
import { tabStore } from '#web/storage.ts';
import { useFarmLocation } from './use-farm-location.ts';
import { firstWrong, PLACE_STEP, signupSteps, useSteps } from './use-steps.ts';

/** Amounts are texts until they are sent. */
type SignupValues = Omit<
  z.input<typeof farmerSignupForm>,
  'farmName' | 'deliveryFee' | 'minimumOrder'
> & {
  farmName: string;
  deliveryFee: string;
  minimumOrder: string;
};
/** The second type is for a farmer without an email. */
type SignupOutput = z.output<typeof farmerSignupForm> | z.output<typeof farmerPhoneSignupForm>;

const [you, farm, , finish] = signupSteps;
const fields = [...you.fields, ...farm.fields, ...finish.fields];
const defaultValues = Object.fromEntries(fields.map((field) => [field, '']));
const inputOf = ({ farmName, deliveryFee, minimumOrder, ...values }: SignupValues) => ({
  ...values,
  farmName: farmName.trim() || undefined,
  deliveryFee: parseDecimal(deliveryFee) ?? undefined,
  minimumOrder: parseDecimal(minimumOrder) ?? undefined,
});
const byEmail = typedResolver(farmerSignupForm, inputOf);
const byPhone = typedResolver(farmerPhoneSignupForm, inputOf);
const resolver: Resolver<SignupValues, unknown, SignupOutput> = (values, ...rest) =>
  (hasSms() && !values.email.trim() ? byPhone : byEmail)(values, ...rest);
// A wrong field may be on another step, so the steps move the focus.
const formOptions = {
  resolver,
  mode: 'onChange',
  defaultValues,
  shouldFocusError: false,
} as const;
const secrets = ['password', 'confirmPassword'];

const fallbacks = { failed: m.registrationFailed, connectionLost: m.registrationFailedNetwork };
const sendFallbacks = { failed: m.codeSendFailedFarmer, connectionLost: m.codeSendFailedFarmer };

type Proven = { location: FarmLocation; signupToken: string };

/** A proof is valid for half an hour, so that a later correction needs no second code. */
export function useFarmerSignup() {
  const navigate = useNavigate();
  const form = useForm<SignupValues, unknown, SignupOutput>(formOptions);
  const clearForm = useDraft(form, { name: 'farmerSignup', without: secrets });
  const location = useFarmLocation();
  const code = useCodeStep('farmerSignup');
  const [mailCode, smsCode] = [useRequestCode('signup'), useRequestCode('verify-phone')];
  const requestCode = (address: string) => (isPhoneNumber(address) ? smsCode : mailCode)(address);
  const [banner, setBanner] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const steps = useSteps(signupSteps.length);

  function leadTo(wrong: readonly string[]) {
    const first = firstWrong(wrong);
    if (first) steps.leadTo(first.step, first.selector);
  }

  function checkPlace(): FarmLocation | null {
    const checked = location.check();
    if (checked.isRight) return checked.location;
    setBanner(checked.problem);
    const [part] = Object.keys(checked.errors);
    leadTo([part ? `location.${part}` : 'location']);
    return null;
  }

  async function signUp(values: SignupOutput) {
    setNotice(null);
    const place = checkPlace();
    if (!place) return;
    const address = addressOf(values);
    const signupToken = signupProof.tokenFor(address);
    if (signupToken) return createAccount(values, { location: place, signupToken });
    const request = await requestCode(address);
    if (request.outcome !== 'failed') return code.open(request.step);
    const { failure } = request;
    const said =
      failure.code === 'CODE_MAIL_FAILED'
        ? { ...failure, message: m.codeSendFailedFarmer() }
        : failure;
    setBanner(showFailure(form, fields, { failure: said, fallbacks: sendFallbacks }));
    leadTo(Object.keys(failure.fieldErrors));
  }

  async function createAccount(values: SignupOutput, proven: Proven) {
    try {
      if ('email' in values) await rpc.auth.signupFarmer.mutate(accountOf(values, proven));
      else await rpc.auth.signupFarmerByPhone.mutate(phoneAccountOf(values, proven));
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'EMAIL_NOT_PROVEN' || failure.code === 'PHONE_NOT_PROVEN')
        signupProof.forget();
      const isUnmeasured = failure.code === 'GPS_FIX_STALE' || failure.code === 'PIN_TOO_FAR';
      if (isUnmeasured) location.unverify();
      location.showFailure(failure);
      code.close();
      setBanner(showFailure(form, fields, { failure, fallbacks }));
      leadTo([...Object.keys(failure.fieldErrors), ...(isUnmeasured ? ['location'] : [])]);
      return;
    }
    signupProof.forget();
    code.finish();
    location.clear();
    clearForm();
    keepLoginName(addressOf(values));
    showToast('success', m.farmerSignupMessage());
    await navigate({ to: '/loginF', replace: true, ignoreBlocker: true });
  }

  /** After a reload the passwords are gone; the form then asks only for them. */
  const goOn = form.handleSubmit(signUp, (errors) => {
    code.close();
    setNotice(m.provenPasswordMissing());
    leadTo(Object.keys(errors));
  });

  function showWrong(wrong: readonly string[]) {
    setBanner(m.fixFieldsFirst());
    leadTo(wrong);
  }
  const submit = form.handleSubmit(signUp, (errors) => showWrong(Object.keys(errors)));

  async function goToNext() {
    const { fields: own } = signupSteps[steps.number - 1] ?? you;
    const asked = fields.filter((field) => own.some((name) => name === field));
    const isRight = await form.trigger(asked);
    if (!isRight) return showWrong(asked.filter((field) => form.getFieldState(field).invalid));
    if (steps.number === PLACE_STEP && !checkPlace()) return;
    setBanner(null);
    steps.next();
  }

  return {
    form,
    location,
    banner,
    notice,
    steps,
    leadToPlace: () => leadTo(['location']),
    clearBanner: () => setBanner(null),
    submit: (event: React.FormEvent) => {
      event.preventDefault();
      return steps.number < steps.count ? goToNext() : submit(event);
    },
    step: code.step,
    keepStep: code.open,
    requestCode,
    backToForm: code.close,
    takeProof: (address: string, signupToken: string) => {
      signupProof.keep({ address, signupToken });
      return goOn();
    },
  };
}

const addressOf = (values: SignupOutput) => ('email' in values ? values.email : values.phoneNumber);

const phoneAccountOf = (values: SignupOutput, proven: Proven) =>
  farmerPhoneSignupInput.parse({ ...values, ...proven, nationalId: values.nationalId || null });

const accountOf = (values: SignupOutput, proven: Proven) =>
  farmerSignupInput.parse({
    ...values,
    ...proven,
    nationalId: values.nationalId || null,
    userType: 'farmer',
    emailVerified: true,
  });

const KEY = 'signupProof';
const shape = z.object({ address: z.string(), signupToken: z.string(), endsAt: z.number() });

const signupProof = {
  keep: (proof: { address: string; signupToken: string }) =>
    tabStore.writeJson(KEY, { ...proof, endsAt: Date.now() + SIGNUP_PROOF_SECONDS * 1000 }),
  tokenFor: (address: string) => {
    const proof = tabStore.readAs(KEY, shape);
    return proof?.address === address && proof.endsAt > Date.now() ? proof.signupToken : null;
  },
  forget: () => tabStore.write(KEY, null),
};
