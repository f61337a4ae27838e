import type { Random } from '#demo/make-market.ts';
import { languages } from '#rules/language.ts';
import type { Servers } from '#tests/simulation/servers.ts';
import { MINUTE, Violation, type World } from '#tests/simulation/world.ts';
import { m } from '#text';
import type { Farmer } from './people.ts';

type Answer = { farmer: Farmer; orderId: number; isAccepted: boolean };

export async function answerByPhone(
  world: World,
  { network }: Servers,
  { farmer, orderId, isAccepted }: Answer,
) {
  const { phoneNumber, name, answersBy } = farmer;
  const { sms } = network;
  if (answersBy === 'sms') {
    world.tell(`${name} answers order ${orderId} by SMS.`, [orderId]);
    sms.write(phoneNumber, `${isAccepted ? 'NDIO' : 'HAPANA'} ${orderId}`);
    if (!isAccepted)
      world.after(farmer.random.between(MINUTE, 5 * MINUTE), async () => {
        sms.write(phoneNumber, `SAWA ${orderId}`);
      });
    return;
  }
  await dial(network, farmer, ['1', '1', ...(isAccepted ? ['1'] : ['2', '1'])]);
  world.tell(`${name} answers an order in the menu.`, [orderId]);
}

type Phone = Pick<Farmer, 'random' | 'phoneNumber' | 'pin'>;
type Text = (inputs: object, options: { locale: Language }) => string;

const shows = (screen: string, ...texts: Text[]) =>
  texts.some((text) => languages.some((locale) => screen.includes(text({}, { locale }))));
const asksForPin = (screen: string) => shows(screen, m.smsPinAsk, m.smsPinOld);
const KEYS_MAX = 20;

export async function dial(
  network: Servers['network'],
  phone: Phone,
  keys: readonly string[],
): Promise<string> {
  const { random, phoneNumber } = phone;
  const sessionId = `session-${random.between(0, 1_000_000_000)}`;
  const left = [...keys];
  let text = '';
  let screen = await network.sms.dial({ phoneNumber, sessionId, text });
  for (let pressed = 0; pressed < KEYS_MAX && screen.startsWith('CON'); pressed += 1) {
    const before = screen;
    const isNewPin = shows(before, m.smsPinChoose, m.smsPinChooseNew);
    const isPin = !isNewPin && asksForPin(before);
    const key = isNewPin ? newPin(random) : isPin ? (phone.pin ?? wrongPin(random)) : left.shift();
    if (key === undefined) break;
    text = text ? `${text}*${key}` : key;
    screen = await network.sms.dial({ phoneNumber, sessionId, text });
    if (isPin && phone.pin !== key && screen.startsWith('CON') && !asksForPin(screen))
      throw new Violation('a wrong PIN opens nothing', `${phoneNumber}: ${screen}`);
    if (!isNewPin || !shows(screen, m.smsPinChosen)) continue;
    phone.pin = key;
    if (left.length > 0) return dial(network, phone, left);
  }
  return screen;
}

export const newPin = (random: Random) => String(2 * random.between(0, 4999)).padStart(4, '0');
const wrongPin = (random: Random) => String(2 * random.between(0, 4999) + 1).padStart(4, '0');
