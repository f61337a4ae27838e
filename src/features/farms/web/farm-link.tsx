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
    <Link to="/farm/$farmId" params={{ farmId }} className={classNames('farm-link', className)}>
      {children}
    </Link>
  );
}
