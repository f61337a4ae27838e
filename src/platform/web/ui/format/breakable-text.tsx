import { Fragment } from 'react';

/**
 * A text whose email addresses may break before @ or a dot, so that a narrow screen doesn't break
 * them within a word, and whose phone numbers stay on one line. An element that wraps anywhere
 * prefers these places. A copied address contains no extra characters.
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

/** The format of phoneText. */
const PHONE_NUMBER = /(\b0\d{3} \d{3} \d{3}\b)/;
const PhoneNumber = ({ children }: { children: string }) => (
  <span className="whitespace-nowrap">{children}</span>
);

const BREAK = '\u200b';

/**
 * The pieces between which email addresses may break. Without a lookbehind, which phones of 2022
 * don't support.
 */
function piecesOf(text: string): string[] {
  const marked = text.replace(/\S+@\S+/g, (address) =>
    address.replace(/[@.](?=\w)/g, `${BREAK}$&`),
  );
  return marked.split(BREAK);
}
