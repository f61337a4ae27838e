import type { farmSizes, farmTypes } from '#features/farms/rules/farm.ts';
import type { Command } from '#features/phones/rules/commands.ts';
import type { Category } from '#features/products/rules/categories.ts';
import type { Unit } from '#features/products/rules/product.ts';
import type { County } from '#platform/rules/geo/counties.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import type { Language } from '#platform/rules/language.ts';

/** `netWeightKg`: of one unit; null for kg, or if it is not known. */
export type Packing = { unit: Unit; netWeightKg: number | null };

type PersonName = { firstName: string; lastName: string };
/** A place by which a farm is found until its position is measured. */
export type Town = Position & { name: string; county: County };
type FarmType = (typeof farmTypes)[number];
type FarmSize = (typeof farmSizes)[number];
type NewFarm = { name: PersonName; town: Town; farmType: FarmType; farmSize: FarmSize };

/**
 * The state of a session. Lists keep the ids that their numbers refer to. `back`: the previous
 * screen, unless it was the main screen. `language`: of a phone without an account.
 */
export type Screen = { back?: Screen; language?: Language } & (
  | { at: 'main' | 'crop' | 'verify' | 'pinOld' | 'ended' }
  /** `isOldGiven`: the present PIN was entered on the screen before. */
  | { at: 'pinNew'; isOldGiven?: true }
  | { at: 'orders' | 'products' | 'conversations' | 'differences'; ids: number[]; page: number }
  | { at: 'order' | 'reject' | 'cancel' | 'code'; orderId: number }
  /** `weighing`: the one that the screen shows. */
  | { at: 'difference'; orderId: number; weighing: number }
  | { at: 'details'; orderId: number; page: number }
  /** `weights`: of the first lines in kilograms. The screen asks for the next. */
  | { at: 'weigh'; orderId: number; weights: number[] }
  | { at: 'product' | 'count' | 'newPrice' | 'endListing'; productId: number }
  | { at: 'sell' }
  | { at: 'sellCrop'; group: Category; page: number }
  | { at: 'sellUnit'; crop: string }
  | { at: 'sellQuantity'; crop: string; packing: Packing }
  | { at: 'sellPrice'; crop: string; packing: Packing; quantity: number }
  | { at: 'sellConfirm'; crop: string; packing: Packing; quantity: number; price: number }
  /** In the order of the screen. Later messages are not shown, so an answer is to what was read. */
  | { at: 'conversation'; conversationId: number; messageIds: number[]; page: number }
  | { at: 'reply'; conversationId: number }
  | { at: 'counter'; conversationId: number; offerId: number }
  | { at: 'joinName' }
  | { at: 'joinCounty'; name: PersonName }
  | { at: 'joinTown'; name: PersonName; county: County }
  | { at: 'joinPlace'; name: PersonName; towns: Town[] }
  | { at: 'joinType'; name: PersonName; town: Town }
  | { at: 'joinSize'; name: PersonName; town: Town; farmType: FarmType }
  | ({ at: 'joinReach' } & NewFarm)
  | ({ at: 'join'; geofenceRadius: number } & NewFarm)
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
const openScreens: readonly ScreenName[] = [
  'main',
  'crop',
  'verify',
  'ended',
  'pin',
  'pinOld',
  'pinNew',
  'joinName',
  'joinCounty',
  'joinTown',
  'joinPlace',
  'joinType',
  'joinSize',
  'joinReach',
  'join',
];

/**
 * Whether this screen, or a screen that it leads back to, requires the PIN when the phone may have
 * changed hands.
 */
export const isPersonal = ({ at, back }: Screen): boolean =>
  !openScreens.includes(at) || (back !== undefined && isPersonal(back));
