import type { ReactNode } from 'react';
import { Card } from '../layout/card.tsx';

type MomentProps = { picture: 'handed-over' | 'first-sale'; children: ReactNode };

export function Moment({ picture, children }: MomentProps) {
  return (
    <Card className="flex items-center gap-4 bg-leaf-soft! text-on-leaf-soft">
      <img src={`/art/moments/${picture}.svg`} alt="" width="96" height="72" className="shrink-0" />
      <div role="status" className="min-w-0 font-semibold text-lg leading-snug">
        {children}
      </div>
    </Card>
  );
}
