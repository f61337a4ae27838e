import { Link } from '@tanstack/react-router';

/** Above a card that is a link itself. The padding makes it large enough for a thumb. */
export function FarmLink({ farmId, children }: { farmId: number; children: React.ReactNode }) {
  return (
    <Link to="/farm/$farmId" params={{ farmId }} className="farm-link">
      {children}
    </Link>
  );
}
