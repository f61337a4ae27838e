import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';

const looks = {
  success: { box: 'bg-leaf-soft text-on-leaf-soft', path: 'm5.5 10.5 3 3 6-7' },
  error: { box: 'bg-soil-soft text-on-soil-soft', path: 'M10 5v6M10 14.5v.01' },
  info: { box: 'bg-sky-soft text-on-sky-soft', path: 'M10 9v6M10 5.5v.01' },
};

type NoticeProps = { type: keyof typeof looks; children: ReactNode; className?: string };

/** Screen readers announce errors at once, other messages at the next pause. */
export function Notice({ type, children, className }: NoticeProps) {
  const { box, path } = looks[type];
  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className={classNames('flex gap-3 rounded-field px-4 py-3 font-medium', box, className)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="mt-0.5 size-5 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        <circle cx="10" cy="10" r="9" strokeWidth="1.5" />
        <path d={path} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** In a long form, place it right above the button. */
export function FormBanner({ text }: { text: string | null }) {
  return text ? <Notice type="error">{text}</Notice> : null;
}
