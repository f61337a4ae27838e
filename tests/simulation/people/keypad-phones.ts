import type { Servers } from '#tests/simulation/servers.ts';
import { MINUTE, type World } from '#tests/simulation/world.ts';
import type { Farmer } from './people.ts';

type Answer = { farmer: Farmer; orderId: number; isAccepted: boolean };

/** A farmer without a smartphone answers an order by SMS, or in the menu that *384*77# opens. */
export async function answerByPhone(
  world: World,
  { network: { sms } }: Servers,
  { farmer, orderId, isAccepted }: Answer,
) {
  const { phoneNumber, name, answersBy } = farmer;
  if (answersBy === 'sms') {
    world.tell(`${name} answers order ${orderId} by SMS.`, [orderId]);
    sms.write(phoneNumber, `${isAccepted ? 'NDIO' : 'HAPANA'} ${orderId}`);
    // A rejection needs a second word.
    if (!isAccepted)
      world.after(farmer.random.between(MINUTE, 5 * MINUTE), async () => {
        sms.write(phoneNumber, 'SAWA');
      });
    return;
  }
  // Orders, the first of them, accept or reject; a rejection is confirmed by another 1.
  const sessionId = `session-${farmer.random.between(0, 1_000_000_000)}`;
  let text = '';
  let screen = await sms.dial({ phoneNumber, sessionId, text });
  for (const key of ['1', '1', ...(isAccepted ? ['1'] : ['2', '1'])]) {
    // The network ends a session that got no answer.
    if (!screen.startsWith('CON')) break;
    text = text ? `${text}*${key}` : key;
    screen = await sms.dial({ phoneNumber, sessionId, text });
  }
  world.tell(`${name} answers an order in the menu.`, [orderId]);
}
