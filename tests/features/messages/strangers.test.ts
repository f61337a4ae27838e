import type { Talk } from '#tests/factories/conversations.ts';
import { makeWebm } from '#tests/factories/voices.ts';
import {
  givenMarket,
  makeFarm,
  makeJpeg,
  makeTalk,
  makeTestBuyer,
  market,
  report,
  request,
  rowsOf,
  sendPhotos,
  sendVoice,
  sql,
} from '#tests/setup/in-market.ts';

const TABLES = [
  'conversations',
  'messages',
  'price_offers',
  'message_media',
  'blocks',
  'conversation_reports',
];
const NOTHING = 987_654;

let talk: Talk;
let own: Talk;
let offerId: number;
let media: { photo: number; voice: number };
givenMarket();
beforeEach(async () => {
  talk = await makeTalk();
  own = await makeTalk();
  const { conversationId, buyer } = talk;
  offerId = (await talk.asBuyer.offers.make({ conversationId, quantity: 2, price: 40 })).id;
  const photo = await sendPhotos({ sender: buyer, conversationId, text: 'OURWORDS' });
  const voice = await sendVoice({ sender: buyer, conversationId });
  media = { photo: photo.message.photos[0]?.id ?? 0, voice: voice.message.voice?.id ?? 0 };
});

const written = () =>
  Promise.all(
    TABLES.map((table) => rowsOf(sql`select t::text from ${sql.identifier(table)} t order by 1`)),
  );

type Ids = { conversation: number; offer: number; photo: number; voice: number };
type Call = { path: string; body?: object; form?: () => Promise<FormData> };

const calls = ({ conversation, offer, photo, voice }: Ids): Call[] => {
  const of = `/api/conversations/${conversation}`;
  const form = (name: string, make: () => Promise<Buffer> | Buffer) => async () => {
    const data = new FormData();
    data.append(name, new File([new Uint8Array(await make())], name));
    if (name === 'voice') data.append('seconds', '4');
    return data;
  };
  return [
    { path: of },
    { path: `${of}/messages`, body: { text: 'Let me in' } },
    { path: `${of}/read`, body: {} },
    { path: `${of}/block`, body: {} },
    { path: `${of}/unblock`, body: {} },
    { path: `${of}/report`, body: { reason: 'Mine' } },
    { path: `${of}/offers`, body: { quantity: 1, price: 1 } },
    { path: `${of}/photos`, form: form('photos', makeJpeg) },
    { path: `${of}/voice`, form: form('voice', makeWebm) },
    ...[photo, voice].map((id) => ({ path: `${of}/media/${id}` })),
    ...[photo, voice].map((id) => ({
      path: `/api/conversations/${own.conversationId}/media/${id}`,
    })),
    ...['accept', 'decline', 'withdraw', 'release'].map((step) => ({
      path: `/api/offers/${offer}/${step}`,
      body: {},
    })),
    { path: `/api/offers/${offer}/counter`, body: { quantity: 1, price: 1 } },
  ];
};

async function answerTo({ path, body, form }: Call, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = form
    ? await market.app.request(path, { method: 'POST', headers, body: await form() })
    : await request(path, { token, ...(body && { body }) });
  return { status: response.status, text: await response.text() };
}

test("B82: other people's conversations, offers, photos and voice notes are a 404 to strangers of either role, as if they did not exist, and nothing changes", async () => {
  const ours = { conversation: talk.conversationId, offer: offerId, ...media };
  const nothing = { conversation: NOTHING, offer: NOTHING, photo: NOTHING, voice: NOTHING };
  const before = await written();
  let answers = 0;
  for (const { token } of [await makeTestBuyer(), await makeFarm(), own.buyer, own.farm]) {
    const missing = calls(nothing);
    for (const [at, call] of calls(ours).entries()) {
      const answer = await answerTo(call, token);
      expect(answer.status, call.path).toBe(
        answer.status === 403 && call.path.endsWith('release') ? 403 : 404,
      );
      expect(answer, call.path).toEqual(await answerTo(missing[at] ?? call, token));
      answers += 1;
    }
  }
  expect(await written()).toEqual(before);
  report(
    'B82',
    `${answers} calls of 4 strangers: each the 404 of what does not exist, no row changed`,
  );
});

test("B82: other people's conversations, offers, photos and voice notes appear in no list, search, count, inbox or export of a stranger", async () => {
  for (const { token } of [await makeTestBuyer(), own.buyer, own.farm]) {
    const caller = market.caller({ token });
    const seen = JSON.stringify([
      await caller.conversations.list({}),
      (await caller.conversations.list({ search: 'OURWORDS' })).conversations,
      await caller.conversations.unread(),
      await caller.notifications.list({}),
      await caller.auth.exportData(),
    ]);
    expect(seen).not.toMatch(/OURWORDS/);
    expect(seen).not.toContain(`"conversationId":${talk.conversationId},`);
  }
});
