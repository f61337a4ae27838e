import { useRef } from 'react';
import type { CodeToSend } from '#platform/rules/error-texts.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { m } from '#text';
import { CodeFooter } from './code-footer.tsx';
import { type CodeCheckOptions, useCodeCheck } from './use-code-check.ts';
import { useStepFocus } from './use-step-focus.ts';

type SendCodeProps = CodeCheckOptions & {
  toSend: CodeToSend;
  isOwnPhone: boolean;
  confirmedText?: string;
  backLabel: string;
  onBack: () => void;
};

export function SendCode({
  toSend: { code, number, ussdCode },
  isOwnPhone,
  confirmedText,
  backLabel,
  onBack,
  ...options
}: SendCodeProps) {
  const { state, problem, check } = useCodeCheck(options);
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useStepFocus({ top, target: heading });
  const phone = phoneText(options.step.address);
  const words = m.verifyWords({ code });
  if (state === 'confirmed' && confirmedText !== undefined)
    return <Notice type="success">{confirmedText}</Notice>;
  return (
    <div ref={top} className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="font-bold text-xl">
          {m.sendCodeTitle()}
        </h2>
        <p>{m.sendCodeFrom({ phone })}</p>
      </div>
      <div className="grid justify-items-center gap-1 rounded-field bg-sunk p-4 text-center">
        <p className="font-bold text-xl tabular-nums sm:text-2xl">{words}</p>
        <p className="tabular-nums">{m.sendCodeTo({ number: phoneText(number) })}</p>
        {isOwnPhone && (
          <p className="mt-2 hidden pointer-coarse:block">
            {/* "?&" because iOS and Android differ in the sign before the text. */}
            <a
              href={`sms:${number}?&body=${encodeURIComponent(words)}`}
              className={buttonClass({ variant: 'secondary', size: 'small' })}
            >
              {m.sendCodeWrite()}
            </a>
          </p>
        )}
      </div>
      {ussdCode !== '' && <p className="text-muted">{m.sendCodeOrDial({ ussdCode, code })}</p>}
      {problem && <Notice type="error">{problem}</Notice>}
      <Button isWide isBusy={state !== 'open'} onClick={() => void check(code)}>
        {m.sendCodeDone()}
      </Button>
      <CodeFooter isBySms backLabel={backLabel} onBack={onBack} />
    </div>
  );
}
