import type { Waiting } from '#phones/rules/arguments.ts';
import {
  findHinted,
  findMeant,
  type Open,
  type OpenOrder,
  type Thing,
} from '#phones/rules/find-meant.ts';
import { readText } from '#phones/rules/read-text.ts';
import { findPricedCrop } from '#phones/rules/words.ts';

const order = (id: number, more: Partial<OpenOrder> = {}): OpenOrder => ({
  id,
  status: 'pending',
  paymentStatus: 'pending',
  paymentMethod: 'Cash on delivery',
  fulfilment: 'delivery',
  harvestBy: null,
  lines: [{ quantity: 40, unit: 'kg' }],
  ...more,
});
const product = { number: 1, name: 'Nyanya', quantity: 40, unit: 'kg', isAsked: false } as const;
const nothing: Open = { orders: [], offers: [], shares: [], products: [product], waiting: null };
const withOrder = (more: Partial<OpenOrder> = {}) => ({ ...nothing, orders: [order(12, more)] });
const withQuestion = (command: Waiting['command']): Open => ({
  ...withOrder(),
  waiting: { command, for: 'agree' } as Waiting,
});

const opens = {
  order: withOrder(),
  orderAndOffer: { ...withOrder(), offers: [7] },
  twoOrders: { ...nothing, orders: [order(13), order(12)] },
  offer: { ...nothing, offers: [7] },
  orderAndLot: { ...withOrder(), shares: [{ is: 'share', lotId: 12 }] },
  lot: { ...nothing, shares: [{ is: 'share', lotId: 12 }] },
  asked: { ...nothing, products: [{ ...product, isAsked: true }] },
  toSend: withOrder({ status: 'confirmed' }),
  toCollect: withOrder({ status: 'confirmed', fulfilment: 'collection' }),
  sent: withOrder({ status: 'dispatched' }),
  rejecting: withQuestion({ name: 'reject', orderId: 12, reason: null }),
  partAsked: withQuestion({ name: 'accept', orderId: 12, quantities: [15] }),
  nothing,
} satisfies Record<string, Open>;

/** By what is open, what their writer means, and the phrases for it with a bar between them. */
const phrases: Record<keyof typeof opens, Record<string, string>> = {
  lot: {
    'accept lot 12': `ndio | NDIO LOT 12 | ndio lot 12 asante | lot 12 ndio | YES LOT 12 | yes | nimekubali |
      sawa | ndio 12 | 12 | asante`,
    'reject lot 12': `hapana | HAPANA LOT 12 | NO LOT 12 | lot 12 hapana | sitaki`,
  },
  orderAndLot: {
    'accept 12': `ndio 12 | ndio | sawa`,
    'accept lot 12': `ndio lot 12 | ndio`,
    'reject lot 12': `hapana lot 12 | hapana`,
  },
  order: {
    'accept 12': `ndio | ndiyo | ndio boss | ndio zipo | ndio iko | ndio ziko tayari | ndio niko nazo |
      ndio ninazo | naam | nimekubali | nakubali | nimekubali hiyo oda | sawa | sawa sawa |
      sawa boss | poa | poa sana | fiti | ok | okay | OK thanks | oki | ok nimekubali | iko | ziko |
      zipo | ipo | zipo zote | niko nazo | ninazo | nyanya zipo | iko sawa | hakuna shida |
      hakuna matata | haina shida | haina noma | hamna shida | bila shaka | yes | yes please | yea |
      yeah | yap | yes i have | yes available | available | i have them | it is available | in stock |
      sure | of course | no problem | accepted | i accept | confirm | alright | k | done | fine | deal |
      sawa nitaleta | nitaleta kesho | naleta | tutaleta kesho asubuhi | ndio nitaleta | ndio kesho |
      ok i will bring | will deliver | nitapeleka | naandaa | nimeona | nimeipata | asante |
      asante sana | thank you | 👍 | 🙏 | ndio 👍 | eeh | yes sir | ndio mkuu | niko ready |
      niko tayari | tuko pamoja | no. 12 | pesa kwanza | iko tu | fiti mzee | sawa bana | zipo 40 | ndio niko nazo kilo 40 | ndio kilo 40 | 12 | namba 12 |
      oda 12 ndio | NDIO I2 | YES l2 | yes 12 please | nidio | yess | ndio 12 | yes order 12 |
      12 yes | Ndio nimekubali oda ya 12 | nitakuwa nazo | weka | ndio weka | karibu | mambo poa`,
    'part 12 15': `niko nayo 15 | niko na kilo 15 | nina 15 tu | nina kilo 15 | ninazo kilo 15 pekee |
      zipo 15 | iko 15 tu | kilo 15 tu | 15 tu | 15kg | 15 kg only | i have 15 kg | i have only 15 |
      only 15 left | ndio kilo 15 | ndio nina 15 | ndio lakini nina 15 tu | hapana nina 15 tu |
      sawa lakini kilo 15 | sawa kilo 15 | imebaki 15 | zimebaki kilo 15 | nimebaki na 15 |
      naweza 15 | naweza kupata 15 tu | can do 15kg | 15 kilos available | ok 15kg | ndio 12 15kg`,
    'reject 12': `hapana | hapana asante | hapana imeisha | hapana zimeisha | hapana, sina | sina |
      sina tena | sitaki | siwezi | siwezi leo | hatuna | hazipo | haipo | hakuna | hamna | zimeisha |
      imeisha | zimekwisha | nyanya zimeisha | hapana mvua kubwa | hapana sina gari | la | no | nope |
      no thanks | no sorry | sorry | pole sana sina | cancel | reject | not available |
      out of stock | sold out | i don't have | finished | kataa | nimekataa | ghairi | futa |
      bei ni ndogo | too cheap | zii | no stock | hapana 12 | oda 12 hapana, imeisha | 👎 |
      sina nyanya | nimeuza zote | hapana wacha | 12 sina | hapana no. 12 | i cant | hapana leo haiwezekani`,
  },
  orderAndOffer: {
    'accept 12': `ndio | sawa | zipo | ok | poa`,
    'offer 7': `28 | hapana | ndio bei hiyo`,
  },
  twoOrders: {
    'accept 12': `ndio | sawa | zipo | ok | ndio 12 | sawa nitaleta | nina 15`,
    'accept 13': `yes | ndio 13 | niko nazo`,
  },
  offer: {
    'offer 7': `ndio | sawa | sawa bei hiyo | poa | ok | nimekubali | 28 | 28/= | kes 28 | sh 28 |
      28 bob | mwambie 28 | nipe 28 | nitauza 28 | ongeza | ongeza bei | hapana | hapana ni kidogo |
      ndogo sana | too low | no | yes | yes deal | mwisho 28 | last price 28 | itakuwa 28 | sitaki |
      weka 28 | 28 final | ndio 28 | hapana 28 | 28 tu | sawa lete pesa | 30.50 | bei ni ndogo | bei 28 | hiyo bei ni mbaya |
      uza 28 | siwezi uza 25 | no less than 30 | tupatane 27 | make it 30 | bei yangu ni 30 | 27 sawa`,
  },
  asked: {
    'stock 1': `ndio | zipo | bado zipo | bado ziko | bado iko | bado | ziko | ipo | ndio zipo |
      ndio bado | bado ninazo | still there | yes still there | still available | yes | sawa |
      zipo bado | bado zipo zote | zipo nyingi | ndiyo ziko`,
    'stock 1 30': `zipo 30 | zimebaki 30 | zimebaki kilo 30 | kilo 30 | nina 30 | niko na kilo 30 |
      niko nayo 30 | 30 left | nyanya 30 | nyanya kilo 30 | nyanya zimebaki 30 | kilo 30 za nyanya |
      only 30 | 30 remaining | bado kilo 30 | ndio 30 | sawa 30 | stoki 1 30 | stoki nyanya 30`,
    'soldOut 1': `imeisha | zimeisha | zimeisha zote | hakuna | hazipo | hapana | hapana zimeisha |
      sold | sold out | finished | no | none | nimeuza zote | zimeuzwa zote | out of stock |
      nothing left | zimeoza | imeisha 1 | nyanya zimeisha | all sold | hakuna kitu | sina tena`,
  },
  toSend: {
    'dispatch 12': `nimetuma | nimetuma leo | niko njiani | iko njiani | nimeondoka | natuma sasa |
      naleta | nakuja | on the way | on my way | sent | i have sent | nimepeleka | nimetuma na boda |
      nimetuma mzigo | imetumwa | imeondoka | delivered | sawa nitaleta | nitatuma kesho | shipped |
      driver ametoka | mzigo uko njiani | tayari nimetuma | nishatuma | nimefika town | ok sent |
      sawa nimetuma | sawa | ok | tayari | iko tayari | tayari 12 | ndio | zipo | boda yuko njiani |
      nimepakia | dereva ametoka`,
    'reject 12': `siwezi tena | hapana | nimeghairi | sitaweza | ghairi oda | hapana tena`,
  },
  toCollect: {
    'dispatch 12': `tayari 12 | oda 12 iko tayari | order 12 is ready | 12 tayari | READY 12 |
      tayari | iko tayari | ziko tayari | oda iko tayari | ready | it is ready |
      ready for collection | nimetayarisha | aje achukue | iko tayari kuchukuliwa | nimemaliza |
      njoo uchukue | come collect | ready now | tayari mkuu | sawa | sawa tayari | nimetuma`,
  },
  sent: {
    'complete 12 4821': `msimbo 4821 | kodi ni 4821 | code ni 4821 | the code is 4821 |
      kodi 4821 asante | amenipa kodi 4821 | msimbo 12 4821 | kodi ya oda 12 ni 4821 |
      4821 oda 12 | code 4821 kutoka kwa mteja`,
    'complete 12': `amepokea | amechukua | nimekabidhi | nimempa | delivered | imefika | sawa |
      oda imefika | msimbo | kodi gani | hana kodi | handed over | nimepeleka | ok |
      mteja hayuko | ameshapokea mzigo`,
  },
  rejecting: {
    'reject 12': `sawa | ok | endelea | sawa endelea | poa | continue | sawa 12 | go ahead | fiti |
      hapana | ndio futa | sawa kabisa mkuu tafadhali`,
    'left 12': `ndio | ndio 12 | yes | nimekubali | acha | acha basi | stop | usikatae`,
  },
  partAsked: {
    'accept 12 15': `sawa | ndio | ok | poa | yes | okay thanks | sawa hizo tu | ndio hiyo kilo`,
    'left 12': `hapana | no`,
  },
  nothing: {
    orders: `oda | oda zangu | nionyeshe oda | nina oda gani | kuna oda | my orders | any orders |
      oda mpya | list orders`,
    money: `pesa | pesa iko wapi | malipo yangu | hela | salio | balance | my money | mpesa yangu |
      nitalipwa lini | sijalipwa | pesa haijafika`,
    help: `msaada | nisaidie | menyu | naomba msaada | nifanye nini | help me please |
      how does it work | futa akaunti yangu`,
    pinHelp: `nimesahau PIN | forgot pin | i forgot my pin | pin yangu nimesahau | reset pin |
      badilisha pin | pin | nataka pin mpya | sijui pin yangu`,
    stop: `acha | stop | UNSUBSCRIBE | OPT OUT | opt-out | acha kutuma | sitaki sms | sitaki ujumbe |
      stop sms | stop sending me messages | usinitumie sms | acha basi | no more sms`,
    start: `anza | start | opt in | subscribe | anza tena`,
    price: `bei ya nyanya | Nyanya bei gani? | bei ya mahindi leo | price of tomatoes |
      tomato price | nyanya | mahindi nakuru bei | how much is maize |
      bei gani | bei zote | mbolea bei gani`,
    sell: `nataka kuuza nyanya | nauza mahindi | i want to sell maize | natafuta mnunuzi`,
    join: `jiunge | nataka kujiunga | join`,
    stock: `stoki | stock yangu | my stock | nionyeshe stoki | bidhaa zangu`,
    'stock 1 30': `stoki 1 30 | nyanya kilo 30 | nina kilo 30`,
  },
};

type Said = { says: string; isLine: boolean };

/** A product that was asked about is answered with both lines. */
function thingTexts(thing: Thing): string[] {
  switch (thing.is) {
    case 'order':
      return [`order ${thing.order.id}`];
    case 'offer':
      return [`offer ${thing.offerId}`];
    case 'share':
      return [`accept lot ${thing.lotId}`, `reject lot ${thing.lotId}`];
    case 'product': {
      const { product: of, amount, isSoldOut } = thing;
      const about = `product ${of.number}`;
      if (amount !== null) return [`${about} ${amount}`];
      return [...(isSoldOut ? [] : [about]), ...(isSoldOut || of.isAsked ? [`${about} 0`] : [])];
    }
    case 'question':
      return ['question'];
  }
}
const lines = (things: readonly Thing[]): Said[] =>
  things.flatMap(thingTexts).map((says) => ({ says, isLine: true }));

function saidTo(text: string, open: Open): Said[] {
  const { commands, unclear } = readText(text);
  if (!commands) {
    const taught = ['sell', 'pin', 'money', 'help', 'stop', 'start', 'join'];
    const about = unclear.about === 'pin' ? 'pinHelp' : unclear.about;
    if (about && (taught.includes(about) || about === 'pinHelp'))
      return [{ says: about, isLine: true }];
    const isCrop = about === null && unclear.amount === null && findPricedCrop(unclear.words);
    const things = isCrop && !open.waiting ? [] : findHinted(unclear, open);
    return isCrop || (about === 'price' && things.length === 0)
      ? [{ says: 'price', isLine: true }]
      : lines(things);
  }
  return commands.flatMap((wanted) => {
    const meant = findMeant(wanted, open);
    if ('about' in meant) return lines(meant.about);
    if ('left' in meant) return [{ says: 'left 12', isLine: false }];
    const run = 'part' in meant ? meant.part : meant.command;
    if (run.name === 'share')
      return [{ says: `${run.isYes ? 'accept' : 'reject'} lot ${run.lotId}`, isLine: false }];
    const { name, orderId, number, quantities, quantity, code } = run as Record<string, unknown>;
    const isPart = 'part' in meant || (quantities && !('answered' in meant));
    const says = [
      isPart ? 'part' : name === 'count' ? 'stock' : name,
      orderId ?? number,
      quantities ?? quantity ?? code,
    ];
    return [{ says: says.filter((one) => one !== undefined).join(' '), isLine: false }];
  });
}

function lineFor(meant: string): string {
  const [name = '', target, amount] = meant.split(' ');
  if (target === 'lot') return meant;
  if (name === 'offer') return `offer ${target}`;
  if (name === 'stock') return amount ? `product ${target} ${amount}` : `product ${target ?? 1}`;
  if (name === 'soldOut') return `product ${target} 0`;
  return target ? `order ${target}` : name;
}

const table = Object.entries(phrases).flatMap(([about, meanings]) =>
  Object.entries(meanings).flatMap(([meant, texts]) =>
    texts.split(/\s*\|\s*/).map((text) => {
      const open: Open = opens[about as keyof typeof opens];
      const said = saidTo(text, open);
      const isRight = said.some(({ says, isLine }) =>
        isLine ? says === lineFor(meant) || (says === 'question' && open.waiting) : says === meant,
      );
      const isOther = said.some(({ says, isLine }) => !isLine && says !== meant);
      return { phrase: `${about}: ${text} (${meant})`, said, isRight, isOther };
    }),
  ),
);

test('no everyday phrase does anything else than what it means', () => {
  expect(table.filter(({ isOther }) => isOther)).toEqual([]);
});

test('at least 85 % of them do it, or are answered with the line that does', () => {
  expect(table.length).toBeGreaterThanOrEqual(300);
  const missed = table.filter(({ isRight }) => !isRight).map(({ phrase }) => phrase);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(0.15 * table.length);
});
