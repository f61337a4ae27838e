import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import { useId, useRef, useState } from 'react';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { m } from '#text';
import { BreakableText, phoneText } from '#ui/contact-text.tsx';
import { classNames, Spinner } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { RememberMe } from '#ui/password-fields.tsx';
import { showToast } from '#ui/show-toast.ts';
import { sayFailure } from '#web/rpc.ts';
import type { CodePurposeName } from '../rules/account-input.ts';
import { OTP_LENGTH } from '../rules/limits.ts';
import { type CodeRequest, wasNotSent } from './code-step.ts';
import {
  type CodeCheckOptions,
  CodeClock,
  CodeFooter,
  SendCode,
  useCodeCheck,
  useStepFocus,
} from './send-code.tsx';

type CodeEntryProps = CodeCheckOptions & {
  requestCode: (address: string) => Promise<CodeRequest>;
  notice?: string | null;
  purposeText?: string;
  confirmedText?: string;
  /** For a code that opens a session. */
  remember?: { isRemembered: boolean; onChange: (isRemembered: boolean) => void };
  backLabel: string;
  onBack: () => void;
};

const purposeTexts = {
  signup: m.codePurposeSignup,
  password_reset: m.codePurposeReset,
  login: m.codePurposeLogin,
  'verify-phone': m.codePurposePhone,
} as const satisfies Record<CodePurposeName, () => string>;

const resendFallbacks = { failed: m.resendFailed, connectionLost: m.resendFailedNetwork };

export function CodeEntry(props: CodeEntryProps) {
  const { toSend } = props.step;
  return toSend ? (
    <SendCode {...props} toSend={toSend} isOwnPhone={props.purposeText === undefined} />
  ) : (
    <TypeCode {...props} />
  );
}

function TypeCode(props: CodeEntryProps) {
  const {
    requestCode,
    notice,
    purposeText,
    confirmedText,
    remember,
    backLabel,
    onBack,
    ...options
  } = props;
  const { purpose, step, onStep } = options;
  const { state, problem, check, startAnew } = useCodeCheck(options);
  const [code, setCode] = useState('');
  const [isResending, setIsResending] = useState(false);
  const [isResent, setIsResent] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const purposeId = useId();
  const isBySms = isPhoneNumber(step.address);
  const address = phoneText(step.address);

  useStepFocus({ top, target: input });

  const clear = () => {
    setCode('');
    input.current?.focus();
  };

  async function type(typed: string) {
    if (state !== 'open') return;
    setCode(typed);
    if (typed.length === OTP_LENGTH && !(await check(typed))) clear();
  }

  async function resend() {
    setIsResending(true);
    setIsResent(false);
    const request = await requestCode(step.address);
    setIsResending(false);
    if (request.outcome === 'failed') {
      startAnew(sayFailure(request.failure, resendFallbacks));
    } else {
      onStep(request.step);
      startAnew(null);
      setIsResent(request.outcome === 'sent');
      top.current?.scrollIntoView({ block: 'nearest' });
    }
    clear();
  }

  const isOver = state === 'confirmed' && confirmedText !== undefined;
  const said = isResent ? (isBySms ? m.codeResentSms() : m.codeResent()) : notice;
  return (
    <div ref={top} className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-5">
      {said && !problem && state !== 'confirmed' && <Notice type="success">{said}</Notice>}
      {isOver && <Notice type="success">{confirmedText}</Notice>}
      <div id={purposeId} className="grid gap-1">
        <h2 className="font-bold text-xl">{m.codeTitle()}</h2>
        <p className="text-muted">{purposeText ?? purposeTexts[purpose]()}</p>
        <p className="wrap-anywhere font-semibold">
          <BreakableText>
            {wasNotSent(step)
              ? m.codeMeantFor({ email: address })
              : m.codeSentTo({ email: address })}
          </BreakableText>
        </p>
      </div>
      {remember && state === 'open' && (
        <RememberMe
          checked={remember.isRemembered}
          onChange={({ target }) => remember.onChange(target.checked)}
        />
      )}
      <CodeBoxes
        input={input}
        value={code}
        onChange={type}
        isReadOnly={state !== 'open'}
        isWrong={problem !== null && code === ''}
        describedBy={purposeId}
      />
      {state === 'checking' && (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner />
          {m.checkingCode()}
        </p>
      )}
      {problem && <Notice type="error">{problem}</Notice>}
      {!isOver && (
        <>
          <CodeClock step={step} isResending={isResending} onResend={resend} onBack={onBack} />
          <CodeFooter
            isBySms={isBySms}
            help={isBySms ? m.codeHelpSms() : m.codeHelp()}
            backLabel={backLabel}
            onBack={onBack}
          />
        </>
      )}
    </div>
  );
}

type CodeBoxesProps = {
  input: React.RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
  isWrong: boolean;
  describedBy: string;
};

/**
 * A single input drawn as boxes, because separate one-letter inputs break backspace, autofill and
 * pasting on many phones. Pasted text that is not all digits is refused (§5).
 */
function CodeBoxes({ input, value, onChange, isReadOnly, isWrong, describedBy }: CodeBoxesProps) {
  return (
    <OTPInput
      ref={input}
      maxLength={OTP_LENGTH}
      value={value}
      onChange={onChange}
      readOnly={isReadOnly}
      pattern={REGEXP_ONLY_DIGITS}
      pasteTransformer={readPaste}
      inputMode="numeric"
      autoComplete="one-time-code"
      aria-label={m.codeInputLabel()}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      containerClassName="w-full"
      noScriptCSSFallback={null}
      render={({ slots }) => (
        <div aria-hidden="true" className="flex w-full gap-1.5 sm:gap-2.5">
          {slots.map((slot, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never change places
            <Box key={index} {...slot} isWrong={isWrong} isGroupStart={index === OTP_LENGTH / 2} />
          ))}
        </div>
      )}
    />
  );
}

function readPaste(pasted: string) {
  const code = pasted.trim();
  if (/\D/.test(code)) showToast('error', m.codeInvalidShape());
  return code;
}

function Box({
  char,
  isActive,
  hasFakeCaret,
  isWrong,
  isGroupStart,
}: SlotProps & { isWrong: boolean; isGroupStart: boolean }) {
  return (
    <div
      className={classNames(
        'relative grid h-14 min-w-0 flex-1 place-items-center rounded-field border-[1.5px] bg-card font-bold text-2xl tabular-nums sm:h-16',
        isGroupStart && 'ml-1.5 sm:ml-2.5',
        isWrong ? 'border-soil' : 'border-edge',
        isActive && 'outline-3 outline-leaf outline-solid',
      )}
    >
      {char}
      {hasFakeCaret && <div className="h-7 w-0.5 bg-ink motion-safe:animate-pulse" />}
    </div>
  );
}
