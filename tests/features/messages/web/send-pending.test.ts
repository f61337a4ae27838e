import { entryOf, onSent } from '#messages/web/message-queue.ts';
import { offlineMessages } from '#messages/web/offline.ts';
import { pass, whileTimePasses } from '#tests/platform/web/offline/while-time-passes.ts';
import { addEntry, retryEntry } from '#web/offline/entries.ts';
import { registerKinds } from '#web/offline/entry.ts';
import { sendEntries } from '#web/offline/send-entries.ts';
import { givenQueue, readPending } from './read-pending.ts';

registerKinds(offlineMessages);

const ACHIENG = 71;

type Answer = { status: number; retryAfterSeconds?: number };

function serverThat(answerTo: (text: string) => Answer) {
  const texts: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { text } = JSON.parse(body)['0'];
    texts.push(text);
    const { status, retryAfterSeconds = 0 } = answerTo(text);
    const data = { httpStatus: status, code: 'CODE', retryAfterSeconds };
    const result =
      status === 200
        ? { result: { data: { id: 1, text } } }
        : { error: { message: `No: ${text}`, code: -1, data } };
    return Response.json([result], { status });
  });
  return texts;
}

const write = (text: string) =>
  addEntry(ACHIENG, entryOf({ to: { kind: 'conversation', id: 12 }, text }));
const send = () => whileTimePasses(sendEntries());

givenQueue(ACHIENG);

test.each([403, 409])(
  'pending messages: one refused with %s keeps its message and does not block the others',
  async (status) => {
    const texts = serverThat((text) => ({ status: text === 'one' ? status : 200 }));
    await write('one');
    await write('two');
    await send();
    expect(texts).toEqual(['one', 'two']);
    expect(readPending(ACHIENG)).toMatchObject([{ text: 'one', refusal: 'No: one' }]);
    await send();
    expect(texts).toHaveLength(2);
    await retryEntry(ACHIENG, readPending(ACHIENG)[0]?.key ?? '');
    await send();
    expect(texts).toEqual(['one', 'two', 'one']);
  },
);

test.each([408, 503])('pending messages: %s is not a refusal', async (status) => {
  serverThat(() => ({ status }));
  await write('one');
  await send();
  expect(readPending(ACHIENG)).toMatchObject([{ text: 'one', refusal: null }]);
});

test('pending messages: the page of a proxy is no answer: the message is still pending', async () => {
  const headers = { 'content-type': 'text/html' };
  vi.stubGlobal('fetch', async () => new Response('<p>', { headers }));
  await write('one');
  await send();
  expect(readPending(ACHIENG)).toMatchObject([{ text: 'one', refusal: null }]);
});

test('pending messages: a rate limit is waited out as long as the server says, or reported if that is until tomorrow', async () => {
  let retryAfterSeconds = 20;
  const texts = serverThat(() => ({ status: 429, retryAfterSeconds }));
  await write('one');
  await send();
  await pass(19_000);
  expect(texts).toHaveLength(1);
  retryAfterSeconds = 6 * 3600;
  await pass(2000);
  expect(readPending(ACHIENG)).toMatchObject([{ text: 'one', refusal: 'No: one' }]);
});

test('pending messages: the page is told of each before it is removed', async () => {
  serverThat(() => ({ status: 200 }));
  await write('one');
  const told: number[] = [];
  const stop = onSent(async (_, { conversationId }) =>
    told.push(conversationId, readPending(ACHIENG).length),
  );
  await send();
  stop();
  expect(told).toEqual([12, 1]);
});
