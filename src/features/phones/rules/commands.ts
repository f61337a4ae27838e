import type { Unit } from '#features/products/rules/product.ts';
import type { BareVerb } from './words.ts';

/** A command that a phone sends by SMS or USSD. */
export type Command =
  | { name: BareVerb | 'stop' | 'start' | 'pinHelp' }
  /** `orderId`: the order whose question is answered, if the text names one. */
  | { name: 'agree'; orderId?: number }
  /** `from`: the order, or the product's number, with which the list begins. */
  | { name: 'orders' | 'stock'; from?: number }
  /**
   * `quantities`: what there is of each line, in the order of the lines. `unit`: if the text names
   * one.
   */
  | {
      name: 'accept';
      orderId: number;
      quantities?: readonly number[];
      unit?: Unit;
      weighingSeen?: number;
    }
  | { name: 'dispatch'; orderId: number }
  /** The buyer can come for it. */
  | { name: 'ready'; orderId: number }
  /** The weight of each line in kilograms at the handover, in the order of the lines. */
  | { name: 'weigh'; orderId: number; weights: readonly number[] }
  /** `weighingSeen`: the weighing of which the buyer answers the difference. */
  | { name: 'reject' | 'cancel'; orderId: number; reason: string | null; weighingSeen?: number }
  | { name: 'complete'; orderId: number; code: string }
  /** `number`: the product's number in the last list. `unit`: if the text names one. */
  | { name: 'count'; number: number; quantity: number; unit?: Unit }
  /** From a list on the USSD screen, never from an SMS. */
  | { name: 'countChosen'; productId: number; quantity: number }
  | { name: 'soldOut'; number: number }
  /** `answer`: to a buyer's price offer. A number is another price in KES. */
  | { name: 'offer'; offerId: number; answer: 'accept' | 'decline' | number }
  /** The proposed day of a buyer's standing order. */
  | { name: 'skip'; standingOrderId: number }
  | { name: 'price' | 'sell'; words: string }
  /** The code on the screen that asked for an SMS from this number. */
  | { name: 'verify'; code: string }
  | { name: 'pin'; pin: string };

/** A command for the only order that it can mean. */
export type Unnumbered =
  | { name: 'accept' | 'dispatch' | 'ready'; orderId: null }
  | { name: 'reject'; orderId: null; reason?: string }
  | { name: 'complete'; orderId: null; code: string }
  /** "Niko na kilo 15": how much there is. `unit`: if the text names one. */
  | { name: 'part'; orderId: null; quantity: number; unit?: Unit };
export type Wanted = Command | Unnumbered;

/** A command that waits for a PIN or a confirmation. */
export type Waiting = { command: Wanted; for: 'pin' } | { command: Command; for: 'agree' };

export const PRICE_WORDS_MAX = 40;
