import { PIN_LENGTH } from '#accounts/rules/limits.ts';
import { checkPin, choosePin } from '#accounts/server/phone-line.ts';
import { m } from '#text';
import { say, sayPinLocked, sayPinNeeded } from '../say.ts';
import {
  type Definition,
  end,
  isDigits,
  type On,
  runNow,
  type Screen,
  type Stepped,
} from './define-screen.ts';

/** Not counted as a wrong PIN. */
const notFourDigits = ({ screen, language }: On<'pin' | 'pinOld' | 'pinNew'>): Stepped => ({
  screen,
  said: say(language, m.smsPinDigits, {}),
});

const pinNew: Definition<'pinNew'> = {
  show: ({ screen, language }) =>
    say(language, screen.isOldGiven ? m.smsPinChooseNew : m.smsPinChoose, {}),
  async take(on, pin) {
    const { db, screen, speaker, language } = on;
    if (!isDigits(pin, PIN_LENGTH)) return notFourDigits(on);
    const { userId, hasPin } = speaker;
    const isOldGiven = screen.isOldGiven ?? false;
    if (await choosePin(db, { userId, pin, isOldGiven }, on))
      return end(say(language, m.smsPinChosen, {}));
    return end(hasPin ? say(language, m.smsPinThere, {}) : sayPinNeeded(on));
  },
};

const pinOld: Definition<'pinOld'> = {
  show: ({ language }) => say(language, m.smsPinOld, {}),
  take: (on, pin) => tryPin(on, pin, () => ({ screen: { at: 'pinNew', isOldGiven: true } })),
};

const pin: Definition<'pin'> = {
  show: ({ language }) => say(language, m.smsPinAsk, {}),
  take: (on, typed) =>
    tryPin(on, typed, () => {
      const { screen } = on;
      return 'next' in screen ? { screen: screen.next } : runNow(on, screen.command);
    }),
};

async function tryPin(
  on: On<'pin' | 'pinOld'>,
  typed: string,
  goOn: () => Stepped | Promise<Stepped>,
): Promise<Stepped> {
  const { db, screen, speaker, language } = on;
  if (!isDigits(typed, PIN_LENGTH)) return notFourDigits(on);
  const checked = await checkPin(db, { userId: speaker.userId, pin: typed }, on);
  switch (checked.outcome) {
    case 'right':
      return goOn();
    case 'wrong':
      return { screen, said: say(language, m.smsPinWrong, { left: checked.triesLeft }) };
    case 'locked':
      return end(sayPinLocked(on));
    case 'none':
      return end(sayPinNeeded(on));
  }
}

export const pinScreens = { pin, pinOld, pinNew };

export const choosePinScreen = (hasPin: boolean): Screen =>
  hasPin ? { at: 'pinOld' } : { at: 'pinNew' };
