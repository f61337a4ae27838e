import { Fragment } from 'react';

/**
 * A text whose email addresses stay on one line where they fit. On a narrower screen they break
 * before @ or a dot, not within a word. Phone numbers always stay on one line. An element that
 * wraps anywhere prefers these places. A copied address contains no extra characters.
 */
export function BreakableText({ children }: { children: string }) {
  return (
    <>
      {children.split(UNBROKEN).map((part, at) => {
        if (at % 2 === 0) return part;
        return part.includes('@') ? (
          <EmailAddress key={part}>{part}</EmailAddress>
        ) : (
          <span key={part} className="whitespace-nowrap">
            {part}
          </span>
        );
      })}
    </>
  );
}

/** Email addresses, and phone numbers in the format of phoneText. */
const UNBROKEN = /(\S+@\S+|\b0\d{3} \d{3} \d{3}\b)/;

const BREAK = '\u200b';

/** Without a lookbehind, which phones of 2022 don't support. */
function EmailAddress({ children }: { children: string }) {
  const pieces = children.replace(/[@.](?=\w)/g, `${BREAK}$&`).split(BREAK);
  return (
    <span className="inline-block max-w-full">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}
