import { USSD_CHARACTERS } from '#phones/server/ussd/define-screen.ts';
import { measureSms } from '#rules/text/sms.ts';
import type { Market } from './market.ts';
import type { OpenSms } from './sms.ts';

let sessions = 0;

export function keypadOf(market: Market, sms: OpenSms, phoneNumber: string) {
  let sessionId = '';
  let typed: string[] = [];
  const screens: string[] = [];
  const steps: { pressed: string; text: string }[] = [];
  const send = async () => {
    const answer = await sms.dial({ phoneNumber, sessionId, text: typed.join('*') });
    const [, text = ''] = /^(?:CON|END) (.+)$/s.exec(answer) ?? [];
    const { isGsm7, characters } = measureSms(text);
    const fits = characters > 0 && characters <= USSD_CHARACTERS;
    expect({ isGsm7, fits }, answer).toEqual({ isGsm7: true, fits: true });
    screens.push(text);
    steps.push({ pressed: typed.at(-1) ?? '', text });
    return answer;
  };
  const press = async (...inputs: string[]) => {
    let answer = '';
    for (const input of inputs) {
      typed.push(input);
      answer = await send();
    }
    return answer;
  };
  return {
    press,
    async dial(...inputs: string[]) {
      market.advance(1);
      sessionId = `keypad-${++sessions}`;
      typed = [];
      const first = await send();
      return inputs.length > 0 ? press(...inputs) : first;
    },
    screens,
    steps,
  };
}
