import {
  advance,
  buyerSignup,
  caller,
  countRows,
  givenMarket,
  lastCode,
  mailbox,
  makeBuyer,
  market,
  openMarket,
  outcomeOf,
  PASSWORD,
  refusalOf,
  report,
  runOutbox,
  tally,
  wrongCode,
} from '#tests/setup/in-market.ts';

const { email } = buyerSignup();
const DAY_MINUTES = 24 * 60;
const HOUR_SECONDS = 3600;
const ATTACK_MINUTES = Number(process.env.HOSTILE_ATTACK_MINUTES ?? 10);
const OWNERS = '10.1.1.1';
const ATTACKERS = '10.6.6.6';

givenMarket();
const codeIn = () => lastCode(email);

test('at most twenty guesses are evaluated, from one address or from many', async () => {
  for (const from of [() => ATTACKERS, (n: number) => `10.6.${n % 250}.6`]) {
    await openMarket();
    await caller().auth.signupBuyer(buyerSignup());
    const outcomes: string[] = [];
    for (let minute = 0; minute < DAY_MINUTES; minute += minute < 30 ? 1 : 10) {
      const attacker = caller({ clientAddress: from(minute) });
      await outcomeOf(attacker.otp.send({ email, purpose: 'signup' }));
      for (let i = 1; i <= 3; i++) {
        const guess = { email, purpose: 'signup', otp: wrongCode(codeIn(), i) } as const;
        outcomes.push(await outcomeOf(attacker.otp.verify(guess)));
      }
      advance((minute < 30 ? 1 : 10) * 60);
    }
    const evaluated = await countRows('wrong_codes');
    expect(evaluated).toBeLessThanOrEqual(20);
    expect(outcomes.length).toBeGreaterThan(500);
    report(
      'A5',
      `${outcomes.length} guesses in a day (${tally(outcomes)}): ${evaluated} evaluated`,
    );
  }
});

test.each([0, 1, 7, 20])(
  'an owner whose codes and mails a stranger has contested for %d hours logs in within the hour',
  async (hours) => {
    await makeBuyer();
    const attacker = caller({ clientAddress: ATTACKERS });
    const attack = async () => {
      for (const purpose of ['signup', 'password_reset'] as const)
        await outcomeOf(attacker.otp.send({ email, purpose }));
      await runOutbox();
      for (const purpose of ['login', 'password_reset', 'signup'] as const) {
        for (let i = 1; i <= 6; i++)
          await outcomeOf(attacker.otp.verify({ email, purpose, otp: wrongCode(codeIn(), i) }));
      }
    };
    for (let minutes = 0; minutes < hours * 60; minutes += ATTACK_MINUTES) {
      await attack();
      advance(ATTACK_MINUTES * 60);
    }
    const seconds = await logInUnder(attack);
    expect(seconds).toBeLessThanOrEqual(HOUR_SECONDS);
    report('A5', `attacked since ${hours} h, the owner was in after ${seconds} s`);
  },
);

async function logInUnder(attack: () => Promise<void>): Promise<number> {
  const owner = caller({ clientAddress: OWNERS });
  for (let waited = 0; ; ) {
    await attack();
    await owner.auth.verifyBuyerCredentials({ email, password: PASSWORD });
    const asked = await outcomeOf(owner.otp.send({ email, purpose: 'login' }));
    await attack();
    if (asked === 'accepted') {
      const mail = mailbox.findLast(({ subject }) => subject.includes('login'));
      const otp = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
      if ((await outcomeOf(owner.otp.verify({ email, purpose: 'login', otp }))) === 'accepted')
        return waited;
    }
    if (waited > 2 * HOUR_SECONDS) return waited;
    advance(60);
    waited += 60;
  }
}

test("a person who knows the password and keeps guessing is told to wait an hour at most, until the day's guesses are used up", async () => {
  await makeBuyer();
  const caller = market.caller();
  const waits: number[] = [];
  for (let code = 0; code < 4; code++) {
    await caller.auth.verifyBuyerCredentials({ email, password: PASSWORD });
    await caller.otp.send({ email, purpose: 'login' });
    const right = codeIn();
    for (let i = 1; i <= 5; i++) {
      const guess = { email, purpose: 'login', otp: wrongCode(right, i) } as const;
      const refusal = await refusalOf(caller.otp.verify(guess));
      if (refusal.code === 'TOO_MANY_ATTEMPTS') waits.push(refusal.retryAfterSeconds ?? 0);
    }
    advance(61);
  }
  expect(waits.length).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(HOUR_SECONDS);
});
