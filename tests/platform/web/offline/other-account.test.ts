import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { addEntry, dropEntry } from '#web/offline/entries.ts';
import { notSent, registerKinds } from '#web/offline/entry.ts';
import { readEntries } from '#web/offline/mirror.ts';
import { addOwner, onSessionEnded, sendEntries } from '#web/offline/send-entries.ts';
import { clearSession } from '#web/session.ts';
import { whileTimePasses } from './while-time-passes.ts';

const OFFICER = 'officer:amina';
const BUYER = 75;

let officerToken: string | null = null;
let sent: { subject: string; token: string }[] = [];
let status = 200;
registerKinds({
  note: {
    isInput: () => true,
    title: () => 'Note',
    loadSend:
      async () =>
      async ({ subject }, { token }) => {
        sent.push({ subject, token });
        if (status !== 200) throw notSent('Not this one', { status });
      },
  },
});
addOwner(() => ({ id: OFFICER, token: officerToken }));

const note = (subject: string) => ({ kind: 'note', subject, input: {}, parts: {} });
const send = () => whileTimePasses(sendEntries());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  logInHere(BUYER, 'buyer');
  officerToken = 'of the officer';
  status = 200;
  sent = [];
});
afterEach(async () => {
  for (const owner of [OFFICER, BUYER])
    for (const { key } of readEntries(owner)) await dropEntry(owner, key);
  clearSession();
  vi.useRealTimers();
});

test('each change is sent with the session of its own account', async () => {
  await addEntry(OFFICER, note('visit'));
  await addEntry(BUYER, note('cart'));
  await send();
  expect(sent.sort((one, other) => one.subject.localeCompare(other.subject))).toEqual([
    { subject: 'cart', token: 'token' },
    { subject: 'visit', token: 'of the officer' },
  ]);
});

test('a change waits until its own account logs in again', async () => {
  officerToken = null;
  await addEntry(OFFICER, note('visit'));
  await send();
  expect(sent).toEqual([]);
  expect(readEntries(OFFICER)).toHaveLength(1);
  officerToken = 'of the next login';
  await send();
  expect(sent).toEqual([{ subject: 'visit', token: 'of the next login' }]);
  expect(readEntries(OFFICER)).toEqual([]);
});

test("the end of its session does not end the user's, and keeps the change", async () => {
  const told = vi.fn();
  onSessionEnded(told);
  status = 401;
  await addEntry(OFFICER, note('visit'));
  await send();
  expect(readEntries(OFFICER)).toMatchObject([{ refusal: null }]);
  expect(told).not.toHaveBeenCalled();
  await addEntry(BUYER, note('cart'));
  await send();
  expect(told).toHaveBeenCalled();
});
