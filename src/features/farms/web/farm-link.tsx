import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type FarmLinkProps = { farmId: number; children: ReactNode };

/** Above a card that is a link itself. The padding makes it large enough for a thumb. */
export function FarmLink({ farmId, children }: FarmLinkProps) {
  return (
    <Link to="/farm/$farmId" params={{ farmId }} className="farm-link">
      {children}
    </Link>
  );
}
