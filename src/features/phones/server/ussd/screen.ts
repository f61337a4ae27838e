import type { Command } from '#features/phones/rules/commands.ts';

/**
 * Where a session stands; lists keep what their numbers mean. `back`: the screen that it was chosen
 * on, unless that was the first one.
 */
export type Screen = { back?: Screen } & (
  | { at: 'main' | 'crop' | 'pinNew' | 'ended' }
  | { at: 'orders' | 'products'; ids: number[]; page: number }
  | { at: 'order' | 'reject' | 'code'; orderId: number }
  | { at: 'count'; productId: number }
  /** The PIN is asked for; a right one leads to the screen, or does what waited for it. */
  | { at: 'pin'; next: Screen }
  | { at: 'pin'; command: Command }
);

export const MAIN: Screen = { at: 'main' };
export const ENDED: Screen = { at: 'ended' };

/** What was stored by saveUssdStep, and by nothing else. */
export const isState = (state: unknown): state is Screen =>
  typeof state === 'object' && state !== null && 'at' in state;

/**
 * Whether a screen shows what is asked the PIN for where the phone may be in other hands, or leads
 * back to one that does.
 */
export const isPersonal = ({ at, back }: Screen): boolean =>
  ['orders', 'products', 'order', 'reject', 'code', 'count'].includes(at) ||
  (back !== undefined && isPersonal(back));

export const LINES_OF_PAGE = 3;
