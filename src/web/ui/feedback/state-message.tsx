import type { ReactNode } from 'react';

type StateMessageProps = { picture: string; title: string; text?: ReactNode; children?: ReactNode };

/** What stands where a list would be: why it is not there and what to do next. */
export function StateMessage({ picture, title, text, children }: StateMessageProps) {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-2 px-4 py-10 text-center">
      <img src={picture} alt="" width="180" height="135" loading="lazy" />
      <p className="mt-2 font-bold text-lg">{title}</p>
      {text && <p className="text-muted">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
