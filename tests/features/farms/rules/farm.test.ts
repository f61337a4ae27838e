import fc from 'fast-check';
import { farmerSignupInput, farmSizes, farmTypes, isVerifiedFarm } from '#farms/rules/farm.ts';
import { fieldText } from '#rules/text/field-texts.ts';
import { farmerSignup } from '#tests/factories/people.ts';

const { location } = farmerSignup();

function said(changes: object, field: string): string | undefined {
  const parsed = farmerSignupInput.safeParse({ ...farmerSignup(), ...changes });
  const issue = parsed.error?.issues.find(({ path }) => path.join('.') === field);
  return issue && fieldText(issue.message, 'en');
}
const saidOfLocation = (changes: object, field: string) =>
  said({ location: { ...location, ...changes } }, `location.${field}`.replace(/\.$/, ''));

test.each([
  ...farmTypes.map((text) => [text, 'farmType'] as const),
  ...farmSizes.map((text) => [text, 'farmSize'] as const),
])(
  'farm types and sizes: %s is accepted in full, by its first words, and in any case',
  (text, field) => {
    const short = text.split(' (')[0] ?? '';
    for (const typed of [text, short, short.toUpperCase(), ` ${text.toLowerCase()} `]) {
      expect(farmerSignupInput.parse({ ...farmerSignup(), [field]: typed })[field]).toBe(text);
    }
  },
);

test.each(['', 'Cereal', 'Cereals (Maize)', 7])(
  'farm types and sizes: %j is not accepted',
  (typed) => {
    expect(said({ farmType: typed }, 'farmType')).toBe('Farm type is required');
    expect(said({ farmSize: typed }, 'farmSize')).toBe('Farm size is required');
  },
);

test.each([undefined, null, '', '1234567'])(
  "a farmer's national ID: %j is accepted, because it is optional",
  (nationalId) => {
    expect(said({ nationalId }, 'nationalId')).toBeUndefined();
  },
);
test.each(['123456', 'abcdefg'])("a farmer's national ID: %j is refused", (nationalId) => {
  expect(said({ nationalId }, 'nationalId')).toBe(
    'Invalid National ID format. Should be 7-8 digits.',
  );
});

test('every step from 200 m to 25 km is accepted, and nothing else', () => {
  for (let metres = 0; metres <= 25_200; metres += 50) {
    const isStep = metres >= 200 && metres <= 25_000 && metres % 100 === 0;
    const isTaken = saidOfLocation({ geofenceRadius: metres }, 'geofenceRadius') === undefined;
    expect(isTaken, `${metres} m`).toBe(isStep);
  }
});
test.each([-1, 0.1, Number.NaN, '500'])(
  'the coverage radius: %s is refused with its message',
  (metres) => {
    expect(saidOfLocation({ geofenceRadius: metres }, 'geofenceRadius')).toBe(
      'Choose 200 m to 25 km, in steps of 100 m',
    );
  },
);

test('the location is required, and must be verified', () => {
  expect(said({ location: null }, 'location')).toBe('Please select your location on the map');
  const unverified = 'Please verify your location using the GPS button in the location picker';
  expect(saidOfLocation({ verified: 'true' }, 'verified')).toBe(unverified);
});

const OUTSIDE = 'Location detected outside Kenya';
test.each([
  [5, 34, undefined],
  [-5, 42, undefined],
  [0, 38, undefined],
  [5.0001, 37, OUTSIDE],
  [-5.0001, 37, OUTSIDE],
  [0, 33.9999, OUTSIDE],
  [0, 42.0001, OUTSIDE],
])(
  'the location: %d, %d is within the bounds of Kenya, edges included, unless it is said: %s',
  (latitude, longitude, sentence) => {
    expect(saidOfLocation({ latitude, longitude }, '')).toBe(sentence);
  },
);
test.each([91, -91, '0'])('the location: %s is not a latitude', (latitude) => {
  expect(saidOfLocation({ latitude }, 'latitude')).toBe('latitude is a number from -90 to 90');
});
test.each([-1, 100_001, '12'])('an accuracy of %s is refused', (accuracy) => {
  const gpsFix = { ...location.gpsFix, accuracy };
  expect(saidOfLocation({ gpsFix }, 'gpsFix.accuracy')).toBe('accuracy is a distance in metres');
});
test.each(['yesterday', '2026-02-30T00:00:00Z', '2026-03-02T06:00:00', 1772431200000])(
  'the location: %j is not the time of a fix',
  (takenAt) => {
    const gpsFix = { ...location.gpsFix, takenAt };
    expect(saidOfLocation({ gpsFix }, 'gpsFix.takenAt')).toBe(
      'This position is too old. Use the GPS button again.',
    );
  },
);
test('every accepted time can be stored in the database', () => {
  const odd = fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/);
  fc.assert(
    fc.property(odd, (takenAt) => {
      const gpsFix = { ...location.gpsFix, takenAt };
      if (!saidOfLocation({ gpsFix }, 'gpsFix.takenAt'))
        expect(new Date(takenAt).getTime()).not.toBeNaN();
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [null, false],
  [0.49, false],
  [0.5, true],
  [5000, true],
])('a farm measured to within %j m is verified: %j', (gpsAccuracyMetres, expected) =>
  expect(isVerifiedFarm({ gpsAccuracyMetres, isGpsDoubtful: false })).toBe(expected),
);
