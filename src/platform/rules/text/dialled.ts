import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

type InLanguage = { locale: Language };

/** Empty without a code, and for users for whom the menu has nothing. */
export type Dialled = { ussdCode: string };
/** The longest one, to measure texts. */
export const USSD_CODE = '*1234*12345#';

export const dial = ({ ussdCode }: Dialled, options: InLanguage): string =>
  ussdCode === '' ? m.smsOpenMenu({}, options) : m.smsDial({ code: ussdCode }, options);

export const orDial = ({ ussdCode }: Dialled, options: InLanguage): string =>
  ussdCode === '' ? '' : m.smsOrDial({ code: ussdCode }, options);
