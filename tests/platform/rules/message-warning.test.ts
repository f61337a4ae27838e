import { warningOf } from '#rules/text/message-warning.ts';

test.each([
  'Please pay me directly, it is cheaper',
  'Send the money to 0722 000 111',
  'Lipa nje ya SokoShamba tafadhali',
  'Use till 123456',
  'Paybill 400200 account 12',
  'Nitumie malipo 0110345678',
])('asks to pay outside: %s', (text) => expect(warningOf(text)).toBe('paysOutside'));

test.each([
  'Your code is 482913',
  'Send me the code you got',
  'OTP: 4821',
  '993812 ni msimbo wangu',
  'Niambie PIN yako',
  'Send your P\u200bIN',
  'ｓｅｎｄ ｙｏｕｒ ＰＩＮ',
  'Account blocked, send your P.I.N to agent',
  'Send us a P I N to unlock it',
  'tell me the p-i-n',
  'Niambie P1N yako',
  'Send your C0DE now',
  'share the 0TP',
  'send your Р\u0406N',
  'send your \u03a1\u0399\u039d',
  'send your ᴘɪɴ',
  'Send your PÍN and PlN',
  'give me your P!N',
  'Your code is 482 913',
  'code: 4-8-2-9-1-3',
])('shows or asks for a code: %s', (text) => expect(warningOf(text)).toBe('sharesCode'));

test.each([
  'Confirm at http://sokoshamba.win.example',
  'HTTPS://pay.example/now',
  'Go to www.mpesa-refund.example',
  'See bit.ly/3xYz',
  'refund is at mpesa-bonus.com/claim',
  'tinyurl．com／abc',
  'https://maps.app.goo.gl.evil.example/x',
])('has a link, which may ask for a code: %s', (text) =>
  expect(warningOf(text)).toBe('sharesCode'),
);

const honest = [
  'Is it still good?',
  'Ninayo magunia 20 ya mahindi',
  'I can pay when you deliver',
  'Call me on 0722 000 111',
  'I pay with M-Pesa',
  '',
  'Habari, sukuma ni ngapi kwa kilo?',
  'Bei ya mwisho ni KES 1,200 kwa gunia',
  'Ksh.50/kg, debe ni 800/-',
  'I want 2.5 kg of beans and 10 kg of maize',
  'Nipe kilo 5 za nyanya na 2 za vitunguu',
  'Tuma mzigo kesho asubuhi na boda',
  'Can you send 20 bags by Tuesday?',
  'Send me a photo of the avocados',
  'Naomba unitumie picha ya mazao',
  'Nitalipa M-Pesa ukifika',
  'Nitalipa kwa app leo jioni',
  'Does the price include transport to Nakuru?',
  'Karibu shambani, tuko Kinangop karibu na soko',
  'Send your location pin please',
  'Send me the pin ya location',
  'Niko hapa: https://maps.app.goo.gl/aB3xYz12',
  'Email me at juma.otieno@gmail.com',
  'The seed is H614D, planted 12/03/2026',
  'Sukuma, dania, spinach/kale ziko. Karoti/viazi pia.',
  'Sawa.Asante sana/thanks',
  'Give me a pint of milk and 2 dozen eggs',
  'Order 4821 was good, asante',
  'Please bring change for 1000',
  'We open 8am-5pm, Mon/Tue/Wed',
  'Nina 150,000 ya kununua ngano, uko na ngapi?',
  'Tell me when to pick the potatoes',
  'Share the transport with my neighbour?',
  'Mbuzi 3 @ 7,500, kuku 12 @ 450',
  'What is the grade of the tea?',
  'I will deposit 30% through the order',
  'Nyanya ni freshi? Niambie bei ya kreti',
];
test.each(honest)('needs no warning: %s', (text) => expect(warningOf(text)).toBeNull());

test('a long text is checked at once', () => {
  for (const text of [
    'send '.repeat(200),
    'code '.repeat(200),
    '1'.repeat(1000),
    'pay 07'.repeat(166),
  ]) {
    const startedAt = performance.now();
    warningOf(text);
    // A pattern that backtracks would take seconds.
    expect(performance.now() - startedAt).toBeLessThan(500);
  }
});
