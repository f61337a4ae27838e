import { SILENCE_SECONDS } from '#accounts/rules/limits.ts';
import {
  isSilent,
  type NumberFacts,
  provesPerson,
  provesWithPassword,
  trustInNumber,
} from '#accounts/server/trust-in-number.ts';

const now = new Date('2026-03-02T06:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const facts = (change: Partial<NumberFacts> = {}): NumberFacts => {
  return {
    phoneVerifiedAt: ago(10),
    heardAt: ago(5),
    simChangedAt: null,
    numberChangedAt: null,
    ...change,
  };
};
const long = { heardAt: ago(SILENCE_SECONDS) };

test('A107: a number alone proves its owner unless it is unverified, silent, reported or changed', () => {
  const cases: [Partial<NumberFacts>, string, boolean][] = [
    [{}, 'trusted', true],
    [{ phoneVerifiedAt: null }, 'unverified', false],
    [{ heardAt: ago(SILENCE_SECONDS - 1) }, 'trusted', true],
    [long, 'silent', true],
    [{ heardAt: null, phoneVerifiedAt: ago(SILENCE_SECONDS) }, 'silent', true],
    [{ simChangedAt: ago(3) }, 'simChanged', false],
    [{ numberChangedAt: ago(3) }, 'numberChanged', false],
    [{ ...long, simChangedAt: ago(3) }, 'simChanged', false],
  ];
  for (const [change, is, withPassword] of cases) {
    expect(trustInNumber(facts(change), now).is).toBe(is);
    expect(provesPerson(facts(change), now)).toBe(is === 'trusted');
    expect(provesWithPassword(facts(change), now)).toBe(withPassword);
  }
});

test('the later of two doubts counts, and silence is distinguished from a report', () => {
  const both = facts({ simChangedAt: ago(9), numberChangedAt: ago(3) });
  expect(trustInNumber(both, now)).toEqual({ is: 'simChanged', since: ago(3) });
  expect(isSilent(facts({ ...long, simChangedAt: ago(9) }), now)).toBe(true);
  expect(isSilent(facts({ simChangedAt: ago(9) }), now)).toBe(false);
});
