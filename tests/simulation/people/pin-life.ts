import { PASSWORD, type Servers } from '#tests/simulation/servers.ts';
import { DAY, HOUR, MINUTE, type World } from '#tests/simulation/world.ts';
import { dial, newPin } from './keypad-phones.ts';
import type { Operator } from './operator-life.ts';
import type { Farmer, People } from './people.ts';

type Life = { people: People; operator: Operator; isOpen: () => boolean };

export function startPinLife(world: World, servers: Servers, { people, operator, isOpen }: Life) {
  const chances = world.chance('pins');
  const { network } = servers;

  async function changePin(farmer: Farmer) {
    if (farmer.isGone) return;
    const former = farmer.pin;
    const screen = await dial(network, farmer, ['6']);
    const outcome = farmer.pin !== former ? 'has a new PIN' : screen.slice(0, 3);
    world.tell(`${farmer.name} dials about the PIN: ${outcome}.`);
  }

  async function setPin(farmer: Farmer) {
    const pin = newPin(farmer.random);
    const outcome = await servers.act(farmer, 'sets a PIN', (caller) =>
      caller.phone.setPin({ pin, password: PASSWORD }),
    );
    if (outcome.isDone) farmer.pin = pin;
  }

  async function forget(farmer: Farmer) {
    const { random, pin, email } = farmer;
    farmer.pin = undefined;
    await changePin(farmer);
    const call = (does: 'forgetPin' | 'leavePin') =>
      operator.act(does, { account: email ?? farmer.phoneNumber, reason: 'told by phone' });
    world.after(random.between(10 * MINUTE, 5 * HOUR), async () => void (await call('forgetPin')));
    if (random.isTrue(0.3))
      world.after(random.between(6 * HOUR, 30 * HOUR), async () => {
        farmer.pin ??= pin;
        await call('leavePin');
      });
    world.after(DAY + random.between(HOUR, 2 * DAY), () => changePin(farmer));
  }

  async function everyDay() {
    if (!isOpen()) return;
    world.after(DAY, everyDay);
    const habits: [number, (farmer: Farmer) => Promise<void>][] = [
      [0.4, changePin],
      [0.15, setPin],
      [0.2, forget],
    ];
    for (const [probability, habit] of habits)
      if (chances.isTrue(probability) && people.farmers.length > 0) {
        const farmer = chances.pick(people.farmers);
        world.after(chances.between(HOUR, 20 * HOUR), () => habit(farmer));
      }
  }
  world.after(HOUR, everyDay);
}
