import names from '#demo/data/farms.json' with { type: 'json' };
import type { Random } from '#demo/make-market.ts';
import { PASSWORD, type Servers, type User } from '#tests/simulation/servers.ts';
import { DAY, HOUR, MINUTE, type World } from '#tests/simulation/world.ts';
import type { FarmLife } from './farm-life.ts';
import { dial } from './keypad-phones.ts';
import { asBuyer, asFarmer, farmOf, type People } from './people.ts';
import type { Shopping } from './shopping.ts';

const BROWSER_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'A'.repeat(22),
};
const VERIFY = 'verify-phone';

type Person = User & { random: Random; pin?: string | undefined };
type Life = { people: People; farms: FarmLife; shopping: Shopping; isOpen: () => boolean };

export function startAccountLife(
  world: World,
  servers: Servers,
  { people, farms, shopping, isOpen }: Life,
) {
  const chances = world.chance('newcomers');
  let newcomers = 0;

  async function proveNumber(user: Person, phoneNumber: string, isVisitor = false) {
    const call = isVisitor ? servers.visit : servers.act;
    const asked = await call(user, 'asks for an SMS code', (caller) =>
      caller.otp.send({ phoneNumber, purpose: VERIFY }),
    );
    const otp = asked.isDone ? servers.network.readCode(phoneNumber) : null;
    if (!otp) return null;
    const entered = await call(user, 'enters the SMS code', (caller) =>
      caller.otp.verify({ phoneNumber, purpose: VERIFY, otp }),
    );
    return entered.isDone && 'signupToken' in entered.value ? entered.value.signupToken : null;
  }

  function newcomer(role: Role, random: Random, hasEmail: boolean): Person {
    newcomers += 1;
    const number = String(newcomers).padStart(7, '0');
    return {
      id: 0,
      name: `${random.pick(names.firstNames)} (new ${role} ${newcomers})`,
      role,
      email: hasEmail ? `new${newcomers}@market.simulated` : null,
      phoneNumber: `+2547${role === 'farmer' ? 3 : 4}${number}`,
      token: null,
      random,
    };
  }

  const formOf = ({ name, phoneNumber, random }: Person) => ({
    firstName: name.split(' ')[0] ?? '',
    lastName: random.pick(names.lastNames),
    nationalId: String(20_000_000 + newcomers),
    phoneNumber,
    password: PASSWORD,
  });

  async function signUpBuyer() {
    const buyer = newcomer('buyer', world.chance(`newcomer ${newcomers}`), true);
    const { email } = buyer;
    if (email === null) return;
    const form = { ...formOf(buyer), email };
    const signedUp = await servers.visit(buyer, 'signs up', async (caller) => {
      await caller.auth.signupBuyer(form);
      await caller.otp.send({ email, purpose: 'signup' });
    });
    const otp = signedUp.isDone ? servers.network.readCode(email) : null;
    if (!otp) return;
    const entered = await servers.visit(buyer, 'enters the code', (caller) =>
      caller.otp.verify({ email, otp, purpose: 'signup', userType: 'buyer' }),
    );
    if (!entered.isDone || entered.value.outcome !== 'sessionOpened') return;
    const { token, user } = entered.value;
    Object.assign(buyer, { id: user.id, token });
    const known = asBuyer(buyer, { farmers: people.farmers, isFraud: false });
    people.buyers.push(known);
    shopping.begin(known);
    begin(known);
  }

  async function signUpFarmer() {
    const way = chances.pick(['email', 'email', 'sms', 'ussd', 'agent'] as const);
    const farmer = newcomer('farmer', world.chance(`newcomer ${newcomers}`), way === 'email');
    const { email, phoneNumber, random } = farmer;
    if (email !== null) return finish(farmer, await proveEmail(farmer, email));
    if (way === 'ussd') return joinByUssd(farmer);
    if (way === 'agent') return joinWithAgent(farmer);
    world.tell(`${farmer.name} joins by SMS.`);
    servers.network.sms.write(phoneNumber, 'JIUNGE');
    world.after(random.between(5 * MINUTE, 3 * HOUR), async () =>
      finish(farmer, await proveNumber(farmer, phoneNumber, true)),
    );
  }

  async function joinByUssd(farmer: Person) {
    const { firstName, lastName } = formOf(farmer);
    const keys = ['1', `${firstName} ${lastName}`, 'Nyeri', 'Nyeri', '2', '1', '1'];
    const screen = await dial(servers.network, farmer, keys);
    world.tell(`${farmer.name} joins by USSD: ${screen.slice(0, 3)}.`);
    choosePasswordLater(farmer);
  }

  async function joinWithAgent(farmer: Person) {
    const agent: Person = chances.pick([...people.farmers, ...people.buyers]);
    const signupToken = await proveNumber(agent, farmer.phoneNumber);
    if (signupToken === null) return;
    const { password: _, ...form } = farmFormOf(farmer);
    await servers.act(agent, `signs up ${farmer.name}`, (caller) =>
      caller.phone.signUpFarmer({ ...form, language: 'sw', signupToken }),
    );
    choosePasswordLater(farmer);
  }

  /**
   * Nobody knows the password of such an account, until the farmer chooses one by a code. That may
   * not come in time, or never, if there is no account.
   */
  function choosePasswordLater(farmer: Person, tries = 3) {
    const { phoneNumber, random } = farmer;
    const choose = async () => {
      const otp = servers.network.readCode(phoneNumber);
      const chosen =
        otp === null
          ? null
          : await servers.visit(farmer, 'chooses a password', (caller) =>
              caller.auth.resetPassword({ phoneNumber, otp, password: PASSWORD }),
            );
      if (chosen?.isDone) await enter(farmer);
      else if (tries > 1) choosePasswordLater(farmer, tries - 1);
    };
    world.after(random.between(HOUR, DAY), async () => {
      await servers.visit(farmer, 'asks for a code to choose a password', (caller) =>
        caller.otp.send({ phoneNumber, purpose: 'reset' }),
      );
      world.after(random.between(MINUTE, 8 * MINUTE), choose);
    });
  }

  async function proveEmail(farmer: Person, email: string) {
    const asked = await servers.visit(farmer, 'asks for a code', (caller) =>
      caller.otp.send({ email, purpose: 'signup' }),
    );
    const otp = asked.isDone ? servers.network.readCode(email) : null;
    if (!otp) return null;
    const entered = await servers.visit(farmer, 'enters the code', (caller) =>
      caller.otp.verify({ email, otp, purpose: 'signup', userType: 'farmer' }),
    );
    return entered.isDone && 'signupToken' in entered.value ? entered.value.signupToken : null;
  }

  function farmFormOf(farmer: Person) {
    const { farmType, farmSize, ...place } = farmOf(farmer.random);
    return {
      ...formOf(farmer),
      farmType,
      farmSize,
      location: {
        ...place,
        county: 'Nyeri',
        subcounty: '',
        addressDescription: 'Behind the tea factory',
        geofenceRadius: 15_000,
        verified: true as const,
      },
    };
  }

  async function finish(farmer: Person, signupToken: string | null) {
    if (signupToken === null) return;
    const { email } = farmer;
    const form = { ...farmFormOf(farmer), signupToken };
    const signedUp = await servers.visit(farmer, 'signs up', ({ auth }) =>
      email === null ? auth.signupFarmerByPhone(form) : auth.signupFarmer({ ...form, email }),
    );
    if (signedUp.isDone) await enter(farmer);
  }

  async function enter(farmer: Person) {
    if (!(await servers.logIn(farmer))) return;
    const known = asFarmer(farmer, farmer.email === null);
    people.farmers.push(known);
    farms.begin(known);
    begin(known);
  }

  async function changeNumber(person: Person) {
    const { random, role, email, phoneNumber: former } = person;
    const phoneNumber = `+2547${random.between(50_000_000, 59_999_999)}`;
    let outcome: { isDone: boolean };
    if (role === 'buyer')
      outcome = await servers.act(person, 'changes the number', (caller) =>
        caller.buyer.editProfile({ phoneNumber }),
      );
    else {
      const isProven = email === null || random.isTrue(0.5);
      const signupToken = isProven ? await proveNumber(person, phoneNumber) : null;
      const formerToken = email === null ? await proveNumber(person, former) : null;
      outcome = await servers.act(person, 'changes the number', (caller) =>
        caller.farmer.changePhoneNumber({
          phoneNumber,
          password: PASSWORD,
          ...(signupToken && { signupToken }),
          ...(formerToken && { formerToken }),
        }),
      );
    }
    if (outcome.isDone) person.phoneNumber = phoneNumber;
    proveLater(person);
  }

  function proveLater(person: Person) {
    world.after(person.random.between(HOUR, 3 * DAY), async () => {
      if (person.random.isTrue(0.5)) await servers.logIn(person);
      await proveNumber(person, person.phoneNumber);
    });
  }

  async function reportSim(person: Person) {
    await servers.act(person, 'reports a changed SIM', (caller) => caller.phone.reportSimChange());
    proveLater(person);
  }

  let browsers = 0;
  async function subscribe(person: Person) {
    browsers += 1;
    const endpoint = `https://push.simulated/browser${browsers}`;
    servers.network.browsers.set(endpoint, person);
    await servers.act(person, 'subscribes to notifications', (caller) =>
      caller.push.subscribe({ endpoint, keys: BROWSER_KEYS }),
    );
  }

  async function leave(person: Person, tries = 3) {
    const outcome = await servers.act(person, 'deletes the account', (caller) =>
      caller.auth.deleteAccount({ password: PASSWORD }),
    );
    if (outcome.isDone) {
      person.isGone = true;
      people.farmers = people.farmers.filter((one) => one !== person);
      people.buyers = people.buyers.filter((one) => one !== person);
    } else if (tries > 1)
      world.after(person.random.between(HOUR, 2 * DAY), () => leave(person, tries - 1));
  }

  async function everyDay() {
    if (!isOpen()) return;
    world.after(DAY, everyDay);
    const soon = (run: () => Promise<unknown>) =>
      world.after(chances.between(HOUR, 20 * HOUR), async () => void (await run()));
    const anybody = (): Person => chances.pick([...people.farmers, ...people.buyers]);
    const habits: [number, () => Promise<unknown>][] = [
      [0.5, signUpBuyer],
      [0.3, signUpFarmer],
      [0.3, () => changeNumber(chances.pick(people.farmers))],
      [0.2, () => changeNumber(anybody())],
      [0.15, () => reportSim(chances.pick(people.farmers))],
      [0.3, () => leave(anybody())],
      [0.5, () => servers.logIn(anybody())],
    ];
    for (const [probability, habit] of habits) if (chances.isTrue(probability)) soon(habit);
  }

  function begin(person: Person) {
    const { random } = person;
    if (random.isTrue(0.4)) world.after(random.between(MINUTE, 2 * DAY), () => subscribe(person));
    const isSms = person.role === 'farmer' || random.isTrue(0.2);
    if (isSms) proveLater(person);
  }
  for (const person of [...people.farmers, ...people.buyers] as Person[]) begin(person);
  world.after(HOUR, everyDay);
  return { proveLater };
}

export type AccountLife = ReturnType<typeof startAccountLife>;
