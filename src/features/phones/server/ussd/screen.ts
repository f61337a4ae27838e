import type { Command } from '#features/phones/rules/commands.ts';
import type { Language } from '#platform/rules/language.ts';

/**
 * The state of a session. Lists keep the ids that their numbers refer to. `back`: the previous
 * screen, unless it was the main screen. `language`: of a phone without an account.
 */
export type Screen = { back?: Screen; language?: Language } & (
  | { at: 'main' | 'crop' | 'pinOld' | 'ended' }
  /** `isOldGiven`: the present PIN was entered on the screen before. */
  | { at: 'pinNew'; isOldGiven?: true }
  | { at: 'orders' | 'products'; ids: number[]; page: number }
  | { at: 'order' | 'reject' | 'code'; orderId: number }
  | { at: 'count'; productId: number }
  /** Asks for the PIN. A correct one opens the screen or runs the command. */
  | { at: 'pin'; next: Screen }
  | { at: 'pin'; command: Command }
);
export type ScreenName = Screen['at'];
/** The state on a screen of this name. */
export type ScreenAt<Name extends ScreenName> = Screen & { at: Name };

export const MAIN: Screen = { at: 'main' };
export const ENDED: Screen = { at: 'ended' };

/** The account's language, or the one that a phone without an account chose; at first Swahili. */
export function languageOf(screen: Screen, account: { language: Language } | null): Language {
  if (account) return account.language;
  return screen.language ?? (screen.back ? languageOf(screen.back, null) : 'sw');
}

/** A type guard, because only saveUssdStep writes the value. */
export const isState = (state: unknown): state is Screen =>
  typeof state === 'object' && state !== null && 'at' in state;

/** The screens that show nothing of an account. */
const openScreens: readonly ScreenName[] = ['main', 'crop', 'ended', 'pin', 'pinOld', 'pinNew'];

/**
 * Whether this screen, or a screen that it leads back to, requires the PIN when the phone may have
 * changed hands.
 */
export const isPersonal = ({ at, back }: Screen): boolean =>
  !openScreens.includes(at) || (back !== undefined && isPersonal(back));
