import type { ReactNode } from 'react';
import { StateMessage } from './state-message.tsx';

type EmptyStateProps = { picture: 'search' | 'cart' | 'orders'; title: string; text?: ReactNode; action?: ReactNode };

/** Nothing there, and that is no failure. */
export function EmptyState({ picture, title, text, action }: EmptyStateProps) {
  return (
    <StateMessage picture={`/art/empty/${picture}.svg`} title={title} text={text}>
      {action}
    </StateMessage>
  );
}
