import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type TabHeadingProps = {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
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
