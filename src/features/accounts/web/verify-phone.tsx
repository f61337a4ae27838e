import { useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { usePreload } from '#ui/lazy.tsx';
import { showToast } from '#ui/show-toast.ts';
import { sayFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { type CodeStep, expectOutcome, useRequestCode } from './code-step.ts';
import { LazyCodeEntry } from './login-steps.tsx';

const fallbacks = { failed: m.errorCodeSmsFailed, connectionLost: m.errorCodeSmsFailed };

type VerifyPhoneProps = {
  phoneNumber: string;
  isSecondary?: boolean;
  onVerified?: (() => void) | undefined;
};

export function VerifyPhone({ phoneNumber, isSecondary = false, onVerified }: VerifyPhoneProps) {
  usePreload(LazyCodeEntry);
  const { phone, buyer, farmer } = trpc.useUtils();
  const requestCode = useRequestCode('verify-phone');
  const [step, setStep] = useState<CodeStep | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send() {
    setIsSending(true);
    setProblem(null);
    const request = await requestCode(phoneNumber);
    setIsSending(false);
    if (request.outcome === 'failed') setProblem(sayFailure(request.failure, fallbacks));
    else setStep(request.step);
  }

  const close = () => setStep(null);
  return (
    <>
      <FormBanner text={problem} />
      <Button
        {...(isSecondary && { variant: 'secondary', size: 'small' })}
        className="justify-self-start"
        isBusy={isSending}
        onClick={() => void send()}
      >
        {m.phoneVerifyButton()}
      </Button>
      {step &&
        // Outside of a surrounding form, which Enter would send.
        createPortal(
          <Dialog title={m.phoneVerifyTitle()} isOpen onClose={close}>
            <LazyCodeEntry
              purpose="verify-phone"
              step={step}
              onStep={setStep}
              requestCode={requestCode}
              onConfirmed={async (confirmed) => {
                expectOutcome(confirmed, 'phoneVerified');
                showToast('success', m.phoneVerifiedMessage());
                await Promise.all([
                  phone.invalidate(),
                  buyer.profile.invalidate(),
                  farmer.profile.invalidate(),
                ]);
                close();
                onVerified?.();
              }}
              backLabel={m.cancel()}
              onBack={close}
            />
          </Dialog>,
          document.body,
        )}
    </>
  );
}
