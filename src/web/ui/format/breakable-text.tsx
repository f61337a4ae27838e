import { Fragment } from 'react';

const BREAK = '\u200b';

/** Text in which a long email address breaks before its @ or a dot, so that a narrow screen does not break it in the middle of a word. */
export function BreakableText({ children }: { children: string }) {
  const pieces = children
    .replace(/\S+@\S+/g, (address) => address.replace(/[@.](?=\w)/g, `${BREAK}$&`))
    .split(BREAK)
    .map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {piece}
      </Fragment>
    ));
  return <>{pieces}</>;
}
