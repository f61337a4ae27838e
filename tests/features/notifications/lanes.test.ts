import { join } from 'node:path';
import { alarmOwner } from '#accounts/server/alarm-owner.ts';
import { notices, outboxHandlers } from '#app/features.ts';
import { orderNews } from '#orders/rules/order-facts.ts';
import { paymentCallback } from '#orders/server/payments/payment-callbacks.ts';
import { createSmtpMailer } from '#server/adapters/mailer.ts';
import {
  handledBy,
  type OutboxHandler,
  outboxLanes,
  putAllInOutbox,
  type StaffedLane,
  startOutbox,
} from '#server/outbox.ts';
import { readSources, root } from '#tests/setup/imports.ts';
import {
  countRows,
  db,
  givenMarket,
  isOnPostgres,
  mailbox,
  makeShop,
  makeTestBuyer,
  market,
  moneyOf,
  openMpesa,
  report,
  services,
  sql,
} from '#tests/setup/in-market.ts';
import { startSilentServer } from '#tests/setup/servers/smtp-sink.ts';

const LETTERS = 300;

const stops: (() => unknown)[] = [];
givenMarket();
beforeEach(async () => {
  services.clock = () => new Date();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function putLetters(count: number) {
  const { id: userId } = await makeTestBuyer();
  const letter = alarmOwner('passwordChanged', { userId });
  await putAllInOutbox(db, Array<typeof letter>(count).fill(letter), new Date());
}

function startOutboxes(
  processes: number,
  { handlers = [], limits = {} }: { handlers?: Handlers; limits?: Partial<StaffedLane> } = {},
) {
  const kinds = handlers.map(({ kind }) => kind);
  const others = outboxHandlers.filter(({ kind }) => !kinds.includes(kind));
  const lanes = outboxLanes([...others, ...handlers]).map((lane) => ({ ...lane, ...limits }));
  for (let started = 0; started < processes; started += 1) {
    const outbox = startOutbox(db, lanes, market.running());
    stops.push(() => outbox.stop());
  }
}
type Handlers = readonly OutboxHandler[];

const triedLetters = () =>
  countRows('outbox_messages', sql`kind = 'passwordChanged' and attempts > 0`);

test('every kind of outbox message has a handler', () => {
  const declared = readSources('src').flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+) = outboxKind</g)].map(([, name]) => name),
  );
  expect(declared.length).toBeGreaterThan(5);
  expect(outboxHandlers.map(({ kind }) => kind)).toEqual(expect.arrayContaining(declared));
});

test('every kind of notice is listed by its feature and sent by a use case', async () => {
  const sources = readSources('src');
  const declared = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/export const (\w+): NoticeKind</g)].map(([, name = '']) => ({ path, name })),
  );
  expect(declared.length).toBeGreaterThan(5);
  const isSent = (sending: string) => sources.some(({ text }) => new RegExp(sending).test(text));
  for (const { path, name } of declared) {
    const { [name]: kind } = await import(join(root, path));
    expect(notices.get(kind.name), name).toBe(kind);
    expect(isSent(`(?:kind: |noticeTo\\(\\w+, )${name}\\b(?!\\.)`), name).toBe(true);
  }
  for (const about of orderNews) expect(isSent(`(?:about|tells|to): '${about}'`), about).toBe(true);
});

describe('E54: payments do not wait behind mail, nor mail behind payments', () => {
  test(`${LETTERS} letters and a hanging mail server: a payment is settled at once`, {
    timeout: 60_000,
  }, async () => {
    const mpesa = await openMpesa();
    const shop = await makeShop();
    const orderId = await shop.confirmed();
    await shop.pay(orderId);
    const silent = await startSilentServer();
    stops.push(silent.stop);
    services.mailer = createSmtpMailer({ url: silent.url, from: 'a@test.example' });
    stops.push(() => services.mailer.close());
    await putLetters(LETTERS);
    startOutboxes(isOnPostgres ? 2 : 1);
    await expect.poll(triedLetters, { timeout: 5000, interval: 20 }).toBeGreaterThan(0);

    mpesa.mpesa.answer(mpesa.lastPrompt(), 'approve');
    await mpesa.mpesa.delivered();
    const startedAt = performance.now();
    const status = async () => (await moneyOf(orderId)).paymentStatus;
    await expect.poll(status, { timeout: 50_000, interval: 20 }).toBe('paid');
    const milliseconds = Math.round(performance.now() - startedAt);
    report(
      'E54',
      `${LETTERS} letters behind a mail server that hangs: a payment is seen paid ${milliseconds} ms after its callback`,
    );
    expect(milliseconds).toBeLessThan(3000);
  });

  test('a hanging M-Pesa: 60 callbacks wait, and a letter is sent at once', async () => {
    const callback = paymentCallback({ callbackId: 1 });
    await putAllInOutbox(db, Array<typeof callback>(60).fill(callback), new Date());
    let asked = 0;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    stops.push(answer);
    startOutboxes(1, {
      handlers: [
        handledBy(paymentCallback, () => {
          asked += 1;
          return answered;
        }),
      ],
    });
    await expect.poll(() => asked, { timeout: 5000, interval: 20 }).toBeGreaterThan(0);
    await putLetters(1);
    const startedAt = performance.now();
    await expect.poll(() => mailbox.length, { timeout: 5000, interval: 20 }).toBe(1);
    const milliseconds = Math.round(performance.now() - startedAt);
    report(
      'E54',
      `60 callbacks behind an M-Pesa that hangs: a letter went out after ${milliseconds} ms`,
    );
    expect(milliseconds).toBeLessThan(3000);
    answer();
  });

  test('one process sends at most 20 letters at a time, each once', {
    timeout: 20_000,
  }, async () => {
    let [sending, most] = [0, 0];
    services.mailer = {
      async send(mail) {
        sending += 1;
        most = Math.max(most, sending);
        await new Promise((sent) => setImmediate(sent));
        mailbox.push(mail);
        sending -= 1;
      },
      close: () => {},
    };
    await putLetters(LETTERS);
    startOutboxes(1);
    await expect
      .poll(() => countRows('outbox_messages'), { timeout: 15_000, interval: 50 })
      .toBe(0);
    expect(mailbox).toHaveLength(LETTERS);
    expect(most).toBeLessThanOrEqual(20);
    report('E54', `${LETTERS} letters: each sent once, ${most} at the same time at most`);
  });

  test('letters that hang are abandoned at their deadline, and retried', {
    timeout: 20_000,
  }, async () => {
    await putLetters(45);
    let hanging = 40;
    const send = services.mailer.send;
    services.mailer = {
      send: (mail) => {
        hanging -= 1;
        return hanging >= 0 ? new Promise<never>(() => {}) : send(mail);
      },
      close: () => {},
    };
    startOutboxes(1, { limits: { deadlineSeconds: 1 } });
    // A letter leaves the outbox a moment after the mail server took it, so this waits for the
    // outbox.
    await expect
      .poll(() => countRows('outbox_messages'), { timeout: 15_000, interval: 50 })
      .toBe(0);
    expect(mailbox).toHaveLength(45);
  });
});
