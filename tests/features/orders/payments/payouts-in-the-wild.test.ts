/* Answers about payouts that M-Pesa has been seen to give, although undocumented. */

import { payoutResultOf, type SentPayout, statusResultOf } from '#demo/simulated-mpesa.ts';
import { sendPayouts } from '#orders/server/payments/payment-clock.ts';
import {
  call,
  db,
  earned,
  givenShop,
  moneyOf,
  mpesa,
  report,
  services,
} from '#tests/setup/in-market.ts';

givenShop();

const send = async (url: string, body: unknown) => {
  expect((await call(new URL(url).pathname, body)).status).toBe(200);
  await mpesa.workThrough();
};

type Result =
  | ReturnType<typeof payoutResultOf>['Result']
  | ReturnType<typeof statusResultOf>['Result'];

const realStatus = () => mpesa.mpesa.tellStatus;
let tellStatus: ReturnType<typeof realStatus>;
/** Where M-Pesa was asked to send what became of a payout. */
let statusUrls: string[];
let payout: SentPayout;
let id: number;
beforeEach(async () => {
  tellStatus = realStatus();
  statusUrls = [];
  id = await earned();
  mpesa.delivery.isLost = true;
  await sendPayouts(db, services);
  mpesa.delivery.isLost = false;
  const [sent] = mpesa.mpesa.payouts;
  if (!sent) throw new Error('No payout was sent');
  payout = sent;
});
afterEach(() => {
  mpesa.mpesa.tellStatus = tellStatus;
});
const askedInVain = () => {
  mpesa.mpesa.tellStatus = (_, url) => void statusUrls.push(url);
};
const payoutNow = async () => (await moneyOf(id)).payout;

const shapes: [string, (result: Result) => object][] = [
  ['its ResultCode as a string', (result) => ({ ...result, ResultCode: '0' })],
  [
    'one ResultParameter in place of a list',
    (result) => ({ ...result, ResultParameters: { ResultParameter: listOf(result)[0] } }),
  ],
  [
    'entries that cannot be read beside its ResultParameters',
    (result) => ({
      ...result,
      ResultParameters: {
        ResultParameter: [null, { Value: 7 }, { Key: 'Fee', Value: {} }, ...listOf(result)],
      },
    }),
  ],
  ['no ResultParameter', (result) => ({ ...result, ResultParameters: {} })],
  ['no ResultParameters', (result) => ({ ...result, ResultParameters: undefined })],
  [
    'one ReferenceItem in place of a list',
    (result) => withReference(result, { ReferenceItem: { Key: 'Occassion', Value: 'Order' } }),
  ],
  ['no ReferenceItem', (result) => withReference(result, {})],
  ['a TransactionID of zeros', (result) => ({ ...result, TransactionID: '0000000000000000' })],
];
const listOf = (result: Result) =>
  (result as ReturnType<typeof payoutResultOf>['Result']).ResultParameters?.ResultParameter ?? [];
const withReference = (result: Result, ReferenceData: object) => ({ ...result, ReferenceData });

test.each(shapes)(
  'D128: a payout whose result has %s is asked about, and paid with its receipt',
  async (_, change) => {
    await send(payout.resultUrl, { Result: change(payoutResultOf(payout).Result) });
    expect(await payoutNow()).toMatchObject({ status: 'paid', receipt: payout.transactionId });
  },
);

test.each(shapes)(
  'D128: a payout is asked about until M-Pesa says that it arrived; an answer with %s does no harm',
  async (what, change) => {
    askedInVain();
    await send(payout.resultUrl, payoutResultOf(payout));
    expect(statusUrls).toHaveLength(1);
    await send(statusUrls[0] ?? '', { Result: change(statusResultOf(payout).Result) });
    // Without its parameters an answer doesn't say that the payout arrived.
    const isSilent = what.startsWith('no ResultParameter');
    expect(await payoutNow()).toMatchObject(
      isSilent ? { status: 'sent' } : { status: 'paid', receipt: payout.transactionId },
    );
  },
);

test('D128: a payout that failed under a transaction of zeros is not taken for one with that receipt', async () => {
  askedInVain();
  const failed = {
    ...payoutResultOf({ ...payout, isPaid: false }).Result,
    ResultCode: 'SFC_IC0003',
    ResultDesc: 'The operator does not exist.',
  };
  await send(payout.resultUrl, { Result: { ...failed, TransactionID: '0000000000000000' } });
  expect(await payoutNow()).toMatchObject({ status: 'sent', receipt: null });
  const zeros = { ...statusResultOf(payout).Result, TransactionID: '0000000000000000' };
  const parameters = [
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'ReceiptNo', Value: '0000000000000000' },
  ];
  await send(statusUrls[0] ?? '', {
    Result: { ...zeros, ResultParameters: { ResultParameter: parameters } },
  });
  expect(await payoutNow()).toMatchObject({ status: 'paid', receipt: null });
  report(
    'D128',
    `${shapes.length} shapes of a payout's result and as many of an answer: paid once M-Pesa says Completed`,
  );
});
