import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { servicesInUse, settingsWarnings } from '#app/server/start-services.ts';
import { readSettings, requireDataFolder } from '#server/config.ts';
import { projectRoot } from '#server/project-root.ts';

const secret = { APP_SECRET: 'x'.repeat(40) };
const sms = {
  SMS_BASE_URL: 'https://api.africastalking.com',
  SMS_USERNAME: 'soko',
  SMS_API_KEY: 'key',
  SMS_SENDER: '+254711082000',
  SMS_CALLBACK_SECRET: 'x'.repeat(16),
};
const live = { ...secret, NODE_ENV: 'production', DATABASE: 'embedded' };
const warningsOf = (variables: Record<string, string>) =>
  settingsWarnings(readSettings({ ...secret, ...variables }));

test('the number to call is a placeholder only where nobody is reached', () => {
  expect(readSettings(secret).SUPPORT_PHONE).toBe('+254 700 000 000');
  expect(readSettings(live).SUPPORT_PHONE).toBe('');
  expect(readSettings({ ...secret, ...sms }).SUPPORT_PHONE).toBe('');
  const SUPPORT_PHONE = '0711 222 333';
  expect(readSettings({ ...secret, ...sms, SUPPORT_PHONE }).SUPPORT_PHONE).toBe(SUPPORT_PHONE);
});

test('a live server warns in one line each of what it lacks', () => {
  const warnings = warningsOf(live);
  expect(warnings.map((line) => line.split(' ')[0])).toEqual([
    'SMTP_URL',
    'PUBLIC_URL',
    'SUPPORT_PHONE',
  ]);
  expect(warnings.join()).not.toContain('\n');
});

test('a live server warns of nothing if it has everything, or is a machine for trying out', () => {
  const complete = {
    ...live,
    SMTP_URL: 'smtp://mail.example',
    PUBLIC_URL: 'https://soko.example',
    SUPPORT_PHONE: '0711 222 333',
  };
  expect(warningsOf(complete)).toEqual([]);
  expect(warningsOf({})).toEqual([]);
});

test('production names its database, so that a misspelt setting does not open another one', () => {
  const production = { ...secret, NODE_ENV: 'production' };
  expect(() => readSettings({ ...production, DATABSE_URL: 'postgres://db/soko' })).toThrow(
    'With NODE_ENV=production, set DATABASE_URL, or DATABASE=embedded for the embedded database in DATA_DIR.',
  );
  expect(() => readSettings({ ...live, DATABASE_URL: 'postgres://db/soko' })).toThrow(
    'DATABASE=embedded and DATABASE_URL name two databases. Unset one.',
  );
  expect(servicesInUse(readSettings({ ...live, ...sms }))).toMatchObject({
    database: 'embedded',
    sms: true,
    mail: false,
  });
});

test('a data folder that cannot be used is named in one sentence', () => {
  const file = join(projectRoot, 'package.json');
  expect(() => requireDataFolder(file)).toThrow(/^DATA_DIR cannot be written \(EEXIST/);
});

test('compose.yaml passes on the settings of support and of SMS', () => {
  const compose = readFileSync(join(projectRoot, 'compose.yaml'), 'utf8');
  for (const name of [...Object.keys(sms), 'SMS_BUDGET_KES_PER_DAY', 'USSD_CODE', 'SUPPORT_PHONE'])
    expect(compose).toContain(`    ${name}: \${${name}:-}`);
});

test.each([
  [
    'MAIL_FROM',
    'an address, such as SokoShamba <hello@soko.example>.',
    ['hello@soko.example', 'Soko <hello@soko.example>'],
    ['hello', 'Soko <hello>', 'Soko <a@b.example> x'],
  ],
  [
    'DATABASE_URL',
    'a URL that begins with postgres:// and names one host.',
    ['postgres://soko:pw@db:5433/soko', 'postgresql://[fd00::3]/soko'],
    ['mysql://db/soko', 'db/soko', 'postgres://a,b/soko', 'postgres://a:1,b:2/soko'],
  ],
  [
    'USSD_CODE',
    'a code to dial, such as *384*77#.',
    ['', '*384*77#', '*483#', '*1234*12345#'],
    ['384', '*384*77', '*384*77*1#', '*384*777777#', 'soko'],
  ],
] as const)('%s must be %s', (name, what, right, wrong) => {
  const read = (text: string) => readSettings({ ...secret, ...(text && { [name]: text }) })[name];
  for (const text of right) expect(read(text)).toBe(text);
  for (const text of wrong) expect(() => read(text)).toThrow(`The setting ${name} must be ${what}`);
});
