import { Fragment } from 'react';

/**
 * Text in which a long email address breaks before its @ or a dot, so that a narrow screen does not
 * break it in the middle of a word, and in which a phone number stays on one line. An element that
 * wraps anywhere takes these places first; an address that is copied holds nothing more than its
 * own characters.
 */
export function BreakableText({ children }: { children: string }) {
  return (
    <>
      {piecesOf(children).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece
            .split(PHONE_NUMBER)
            .map((part, at) =>
              at % 2 === 0 ? part : <PhoneNumber key={part}>{part}</PhoneNumber>,
            )}
        </Fragment>
      ))}
    </>
  );
}

/** As phoneText writes it. */
const PHONE_NUMBER = /(\b0\d{3} \d{3} \d{3}\b)/;
const PhoneNumber = ({ children }: { children: string }) => (
  <span className="whitespace-nowrap">{children}</span>
);

const BREAK = '\u200b';

/**
 * The text cut where its email addresses may break. Done without a lookbehind, which phones of 2022
 * don't know.
 */
function piecesOf(text: string): string[] {
  const marked = text.replace(/\S+@\S+/g, (address) =>
    address.replace(/[@.](?=\w)/g, `${BREAK}$&`),
  );
  return marked.split(BREAK);
}
