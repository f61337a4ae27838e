import { useEffect, useRef } from 'react';
import { classNames } from './elements.tsx';

type TabHeadingProps = {
  title: string;
  lead?: React.ReactNode;
  children?: React.ReactNode;
  isCompact?: boolean;
};

/** For the first tab the focus stays where the page puts it. */
let hasOpenedBefore = false;

/** Changing tabs moves the focus here, as navigating to another page would. */
export function TabHeading({ title, lead, children, isCompact = false }: TabHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasOpenedBefore) heading.current?.focus({ preventScroll: true });
    hasOpenedBefore = true;
  }, []);
  return (
    <div
      className={classNames(
        'mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:mb-6',
        isCompact && 'max-sm:mb-2.5 max-sm:flex-nowrap max-sm:items-center max-sm:gap-x-2',
      )}
    >
      <div className="min-w-0">
        <h1
          ref={heading}
          tabIndex={-1}
          className={classNames('font-extrabold text-3xl', isCompact && 'max-sm:text-2xl')}
        >
          {title}
        </h1>
        {lead && <p className="mt-1 max-w-prose text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

export function Figures({
  isOneRow = false,
  children,
}: {
  isOneRow?: boolean;
  children: React.ReactNode;
}) {
  return (
    <dl
      className={classNames(
        'gap-px overflow-hidden rounded-card border border-line bg-line',
        isOneRow
          ? 'flex flex-wrap *:flex-1 max-sm:*:px-1.5! max-sm:[&_dt]:whitespace-nowrap max-sm:[&_dt]:text-[0.6875rem] max-sm:[&_dt]:tracking-tighter'
          : 'grid grid-cols-2 md:grid-cols-3 md:has-[>:nth-child(4):last-child]:grid-cols-4',
      )}
    >
      {children}
    </dl>
  );
}

type FigureProps = {
  label: string;
  value: string;
  note?: string | undefined;
  isWarning?: boolean;
};

/** The note is shown only where it fits beside the value. */
export function Figure({ label, value, note, isWarning = false }: FigureProps) {
  return (
    <div className="bg-card px-2.5 py-1.5 last:odd:col-span-full min-[22rem]:last:odd:col-auto sm:px-4 sm:py-2.5">
      <dt className="font-semibold text-[0.75rem] text-muted leading-snug sm:text-sm">{label}</dt>
      <dd className="flex h-6 flex-wrap items-baseline gap-x-2 overflow-hidden sm:h-7">
        <span
          className={classNames(
            'whitespace-nowrap font-extrabold text-base tabular-nums tracking-tight max-[22rem]:text-[0.8125rem] sm:text-lg',
            isWarning && 'text-on-maize-soft',
          )}
        >
          {value}
        </span>
        {note && <span className="text-muted text-xs">{note}</span>}
      </dd>
    </div>
  );
}
