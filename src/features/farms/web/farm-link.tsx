import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/layout/class-names.ts';

type FarmLinkProps = { farmId: number; className?: string; children: ReactNode };

/**
 * A farm's name, linked to the farm's page. It is above a card that is a link itself, and its
 * padding makes it large enough for a thumb without moving the text.
 */
export function FarmLink({ farmId, className, children }: FarmLinkProps) {
  return (
    <Link
      to="/farm/$farmId"
      params={{ farmId }}
      className={classNames(
        'relative z-10 -my-1 inline-block py-1 text-inherit underline decoration-edge underline-offset-3 hover:text-leaf hover:decoration-leaf',
        className,
      )}
    >
      {children}
    </Link>
  );
}
