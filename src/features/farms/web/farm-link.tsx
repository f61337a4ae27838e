import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type FarmLinkProps = { farmId: number; children: ReactNode };

/**
 * A farm's name, linked to the farm's page. It is above a card that is a link itself, and its
 * padding makes it large enough for a thumb without moving the text.
 */
export function FarmLink({ farmId, children }: FarmLinkProps) {
  return (
    <Link to="/farm/$farmId" params={{ farmId }} className="farm-link">
      {children}
    </Link>
  );
}
