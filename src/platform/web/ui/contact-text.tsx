import { Fragment } from 'react';

/**
 * Addresses break before @, a dot or a slash, and only where they must. Phone numbers never break.
 * A copied address contains no extra characters.
 */
export function BreakableText({ children }: { children: string }) {
  return (
    <>
      {children.split(UNBROKEN).map((part, at) => {
        if (at % 2 === 0) return part;
        return /[@/]/.test(part) ? (
          <Address key={part}>{part}</Address>
        ) : (
          <span key={part} className="whitespace-nowrap">
            {part}
          </span>
        );
      })}
    </>
  );
}

const UNBROKEN = /(\S+@\S+|\S+\/\S+|\b0\d{3} \d{3} \d{3}\b)/;

const BREAK = '\u200b';

/** Phones of 2022 don't support lookbehinds. */
function Address({ children }: { children: string }) {
  const pieces = children.replace(/(\w)([@./?&])(?=\w)/g, `$1${BREAK}$2`).split(BREAK);
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

/** "0712 345 678" for a stored +254712345678. Other text is unchanged. */
export const phoneText = (phoneNumber: string) =>
  phoneNumber.replace(/^\+254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');

/** "0712345678", for a field. */
export const phoneFieldText = (phoneNumber: string) => phoneNumber.replace(/^\+254/, '0');
