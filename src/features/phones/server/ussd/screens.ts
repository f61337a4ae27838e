/*
 * All screens of the USSD menu as one table: what each shows, and the step that an input takes.
 * The engine (take-step.ts, show-screen.ts) knows nothing of a single screen.
 */

import type { KnownSpeaker } from '../lines/queries.ts';
import { conversationScreens } from './conversation-screens.ts';
import type { Definition } from './define-screen.ts';
import { differenceScreens } from './difference-screens.ts';
import { joinScreens } from './join-screens.ts';
import { mainScreens } from './main-screens.ts';
import { orderScreens } from './order-screens.ts';
import { pinScreens } from './pin-screens.ts';
import { productScreens } from './product-screens.ts';
import type { Screen, ScreenName } from './screen.ts';
import { sellScreens } from './sell-screens.ts';
import { weighScreens } from './weigh-screens.ts';

/** Also for phones without an account. */
const ofAnybody = { ...mainScreens, ...joinScreens };
type OpenName = keyof typeof ofAnybody;

const ofAccounts: { [Name in Exclude<ScreenName, OpenName>]: Definition<Name> } = {
  ...orderScreens,
  ...weighScreens,
  ...differenceScreens,
  ...productScreens,
  ...sellScreens,
  ...conversationScreens,
  ...pinScreens,
};

const isOpen = (name: ScreenName): name is OpenName => Object.hasOwn(ofAnybody, name);

/** A screen's definition for this phone; the first screen's for a phone without an account. */
export function definitionOf(
  screen: Screen,
  speaker: KnownSpeaker | null,
): Definition<ScreenName, KnownSpeaker | null> {
  const found = isOpen(screen.at) ? ofAnybody[screen.at] : speaker ? ofAccounts[screen.at] : null;
  // A cast, because TypeScript cannot pair a screen with its definition by name, nor a phone with
  // an account with the screens that need one.
  return (found ?? ofAnybody.main) as unknown as Definition<ScreenName, KnownSpeaker | null>;
}
