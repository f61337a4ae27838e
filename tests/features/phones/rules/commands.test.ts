import { readText } from '#phones/rules/read-text.ts';

const commandsOf = (text: string) => readText(text).commands ?? null;
const accept = (orderId: number | null) => ({ name: 'accept', orderId });
const dispatch = (orderId: number | null) => ({ name: 'dispatch', orderId });
const reject = (orderId: number, reason: string | null = null) => ({
  name: 'reject',
  orderId,
  reason,
});
const rejectOnly = { name: 'reject', orderId: null };
const complete = (orderId: number | null, code: string) => ({ name: 'complete', orderId, code });
const count = (number: number, quantity: number, unit?: string) => ({
  name: 'count',
  number,
  quantity,
  ...(unit && { unit }),
});
const price = (words: string) => ({ name: 'price', words });

/** Meanings, and the texts that people write for them, with a bar between them. */
const spoken: Record<string, [object | object[], string][]> = {
  'an order is accepted': [
    [
      accept(37),
      `NDIO 37 | NDIO37 | ndio oda 37 | ndio nambari 37 | Ndio namba 37. | ndyo 37 | Ndiyo 37 |
      ndioooo 37 | nimekubali oda 37 | Nakubali oda yangu ya 37 | nimekubari 37 | ndio ndio 37 |
      37 ndio | Oda ya 37, ndio nimekubali | ndio #37 | Asante sana, ndio 37 |
      Habari, ndio 37 tafadhali | 👍🏽 NDIO 37 🙏 | ndio 37 leo | sawa ndio 37 | "NDIO 37" |
      NDIO-37 | ndio:37 | ndio\n37 | ＮＤＩＯ　３７ | YES 37 | yes order no 37 |
      yes order number 37 thanks | yess 37 | Yeah 37 | ok yes 37 |
      Hello, I agree to order 37, thank you | order 37 accepted | NDIO 37 NDIO 37`,
    ],
    [accept(null), `Ndio | ndiyo | Ndio!! | Nimekubali | yes | Yes please`],
    [
      [accept(35), accept(36)],
      `NDIO 35, NDIO 36 | NDIO 35 NDIO 36 | ndio 35 na 36 | NDIO 35,36 | yes 35 & 36 |
      oda 35 ndio, oda 36 ndio`,
    ],
    [{ ...accept(37), quantities: [38], unit: 'kg' }, `NDIO 37 38kg`],
    [
      { ...accept(37), quantities: [38.5], unit: 'kg' },
      `Yes 37, 38.5 kilos please | NDIO 37 38,5kg | NDIO 37 38,50 kilo`,
    ],
    [{ ...accept(37), quantities: [12, 8.5], unit: 'kg' }, `ndio 37 kilo 12 kilo 8,5`],
    [{ ...accept(37), quantities: [0], unit: 'kg' }, `NDIO 37 0kg`],
    [{ ...accept(37), quantities: [38.5] }, `NDIO 37 38.5`],
  ],
  'an order is rejected': [
    [
      reject(37),
      `HAPANA 37 | hapna 37 | Nimekataa 37 | siwezi oda 37 | sitaki oda 37 | ghairi oda 37 |
      oda 37 hapana | sawa, hapana 37 | NO 37 | I reject order 37 | decline 37 please`,
    ],
    [rejectOnly, `hapana | Hapana asante | no | No thanks`],
    [reject(37, 'mvua kubwa'), `Hapana 37 mvua  kubwa`],
    [reject(37, 'bei ni ndogo'), `HAPANA 37, bei ni ndogo`],
    [reject(37, 'imeisha'), `hapana 37: imeisha`],
    [reject(37, 'sina gari'), `oda 37 hapana, sina gari`],
    [reject(37, 'the road is bad'), `no 37 the road is bad`],
    [reject(37, 'I have 5 kg left'), `NO 37 I have 5 kg left`],
    [[accept(35), reject(36)], `NDIO 35, HAPANA 36 | 35 ndio 36 hapana`],
  ],
  'an order is sent': [
    [
      dispatch(37),
      `NIMETUMA 37 | nimeshatuma oda 37 | Tayari nimetuma 37 | nimetuma 37 leo |
      Oda 37 iko njiani | sawa nimetuma 37 | SENT 37 | I have sent order 37 |
      order 37 is on the way | order 37 has been dispatched`,
    ],
    [dispatch(null), `nimetuma | sent | it's on its way`],
    [[accept(35), dispatch(34)], `NDIO 35 NIMETUMA 34`],
  ],
  'a number is verified': [
    [
      { name: 'verify', code: '482193' },
      `VERIFY 482193 | verify: 482 193 | Thibitisha 482193 | THIBITISHA nambari yangu 482193`,
    ],
  ],
  'an order is weighed': [
    [
      { name: 'weigh', orderId: 37, weights: [38.5] },
      `UZITO 37 38.5 | UZITO 37 38,5 | UZITO 37 38,50 kilo | WEIGHT 37 38.5kg`,
    ],
  ],
  'an order is handed over': [
    [
      complete(40, '2674'),
      `MSIMBO 40 2674 | kodi 40,2674 | kodi 40.2674 | kodi 40-2674 | Kodi ya oda 40 ni 2674 |
      msimbo wa oda 40: 2674 | 40 kodi 2674 | kodi 2674 oda 40 | kodi ni 2674, oda nambari 40 |
      msimb 40 2674 | code for order 40 is 2674`,
    ],
    [complete(40, '0821'), `MSIMBO 40 0821`],
    [complete(null, '2674'), `msimbo 2674 | Kodi ni 2674 asante | The code is 2674`],
    [[complete(40, '2674'), complete(41, '1111')], `MSIMBO 40 2674, MSIMBO 41 1111`],
  ],
  'stock is listed and counted': [
    [{ name: 'stock' }, `STOKI | stoki yangu | stoko | STOCK | my stock`],
    [{ name: 'stock', from: 6 }, `STOKI 6`],
    [
      count(1, 60, 'kg'),
      `STOKI 1 60kg | STOKI 1 60 kg | stoki 1 kilo 60 | stoki 1: 60 kilo zimebaki`,
    ],
    [count(1, 60), `STOKI 1 60 | stoki bidhaa 1 ni 60 | stoki ya 1 sasa 60`],
    [count(2, 3, 'bags'), `stoki 2 magunia 3`],
    [count(2, 0.5), `stoki 2 0,5`],
    [count(2, 40.5), `stoki 2 40.5`],
    [count(1, 1000), `STOKI 1 1,000`],
    [count(1, 0), `STOKI 1 0`],
    [[count(1, 60), count(2, 40)], `stoki 1 60, stoki 2 40`],
    [count(2, 40), `STOCK 2 40`],
    [count(2, 40, 'bunches'), `stock 2 is now 40 bunches`],
    [count(1, 60, 'pieces'), `stock 1 60 pieces left`],
    [
      { name: 'soldOut', number: 1 },
      `IMEISHA 1 | bidhaa 1 imeisha | zimeisha 1 | SOLD 1 | sold out 1 | product 1 is sold out`,
    ],
    [
      [
        { name: 'soldOut', number: 1 },
        { name: 'soldOut', number: 2 },
      ],
      `imeisha 1 na 2`,
    ],
  ],
  'prices, money and lists are asked for': [
    [{ name: 'orders' }, `ODA | oda zangu | odaa | ordres | my orders please`],
    [{ name: 'orders', from: 498 }, `ODA 498`],
    [{ name: 'money' }, `PESA | pesa yangu iko wapi? | malipo | mony | where is my money`],
    [price('nyanya'), `BEI nyanya | bei ya nyanya | BIE nyanya`],
    [price('nyanya nakuru'), `bei ya nyanya Nakuru`],
    [price('nyanya'), `Nyanya bei gani?`],
    [price('tomato'), `PRICE tomato`],
    [price('tomatoes in nakuru'), `price of tomatoes in Nakuru`],
    [{ name: 'help' }, `MSAADA | HELP me | helpp`],
  ],
  'the rest': [
    [
      { name: 'join' },
      `JIUNGE | Nataka kujiunga | nataka kujisajili | naomba kujiunga na soko | jiunga | JOIN |
      I want to join | register me`,
    ],
    [{ name: 'sell', words: 'nyanya' }, `Nataka kuuza nyanya`],
    [{ name: 'sell', words: 'mahindi' }, `nauza mahindi gunia 5`],
    [{ name: 'sell', words: 'tomatoes' }, `I want to sell tomatoes`],
    [{ name: 'stop' }, `ACHA | acha basi | STOP | stop please`],
    [{ name: 'start' }, `ANZA | START`],
    [{ name: 'agree' }, `SAWA | sawaa | OK | okay thanks`],
    [{ name: 'agree', orderId: 37 }, `sawa 37`],
    [{ name: 'pin', pin: '4821' }, `4821 | PIN 4821 | PIN yangu ni 4821 | pin: 4821`],
  ],
};

const said = Object.entries(spoken).flatMap(([about, texts]) =>
  texts.flatMap(([meant, ways]) =>
    ways.split(/\s*\|\s*/).map((text) => ({ about, text, meant: [meant].flat() })),
  ),
);

test.each(said)('an SMS as people write it: $about: $text', ({ text, meant }) => {
  expect(commandsOf(text)).toEqual(meant);
});
