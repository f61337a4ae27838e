import type { Command } from '#features/phones/rules/commands.ts';

/**
 * The state of a session. Lists keep the ids that their numbers refer to. `back`: the previous
 * screen, unless it was the main screen.
 */
export type Screen = { back?: Screen } & (
  | { at: 'main' | 'crop' | 'pinNew' | 'ended' }
  | { at: 'orders' | 'products'; ids: number[]; page: number }
  | { at: 'order' | 'reject' | 'code'; orderId: number }
  | { at: 'count'; productId: number }
  /** Asks for the PIN. A correct one opens the screen or runs the command. */
  | { at: 'pin'; next: Screen }
  | { at: 'pin'; command: Command }
);

export const MAIN: Screen = { at: 'main' };
export const ENDED: Screen = { at: 'ended' };

/** A type guard, because only saveUssdStep writes the value. */
export const isState = (state: unknown): state is Screen =>
  typeof state === 'object' && state !== null && 'at' in state;

/**
 * Whether this screen, or a screen that it leads back to, requires the PIN when the phone may have
 * changed hands.
 */
export const isPersonal = ({ at, back }: Screen): boolean =>
  ['orders', 'products', 'order', 'reject', 'code', 'count'].includes(at) ||
  (back !== undefined && isPersonal(back));

export const LINES_OF_PAGE = 3;
