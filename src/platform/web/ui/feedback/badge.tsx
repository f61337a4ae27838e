import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';

const tones = {
  leaf: 'bg-leaf-soft text-on-leaf-soft',
  maize: 'bg-maize-soft text-on-maize-soft',
  soil: 'bg-soil-soft text-on-soil-soft',
  sky: 'bg-sky-soft text-on-sky-soft',
  plain: 'bg-line/70 text-ink',
};

export type BadgeTone = keyof typeof tones;

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; children: ReactNode };

/** The text carries the meaning; the colour only supports it. */
export function Badge({ tone = 'leaf', icon, children }: BadgeProps) {
  return (
    <span className={classNames('badge', tones[tone])}>
      {icon}
      {children}
    </span>
  );
}
