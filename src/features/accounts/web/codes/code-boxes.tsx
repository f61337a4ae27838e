import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import type { RefObject } from 'react';
import { OTP_LENGTH } from '#features/accounts/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';

type CodeBoxesProps = {
  input: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
  isWrong: boolean;
  describedBy: string;
};

/**
 * A single input drawn as boxes, so that backspace, arrows, autofill from a message and pasting
 * work natively; separate one-letter inputs break these on many phones. Pasted text must be all
 * digits (§5), otherwise it is refused with a message; spaces at its ends are ignored.
 */
export function CodeBoxes({
  input,
  value,
  onChange,
  isReadOnly,
  isWrong,
  describedBy,
}: CodeBoxesProps) {
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
      // Never shown without a script, because a script opens this screen.
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

function readPaste(pasted: string): string {
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
