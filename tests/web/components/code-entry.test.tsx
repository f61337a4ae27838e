// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CodeEntry } from '../../../src/web/features/codes/code-entry.tsx';
import { expectOutcome, sentCode } from '../../../src/web/features/codes/code-step.ts';
import { renderScreen, useBrowserStubs } from './render-screen.tsx';

const user = { id: 1, role: 'buyer', email: 'achieng@example.com', firstName: 'Achieng', lastName: 'Otieno' };
const opened = { outcome: 'sessionOpened', token: 'token', deviceToken: 'device', user };
const answerWith = (data: unknown) =>
  vi.fn(async () => new Response(JSON.stringify([{ result: { data } }]), { headers: { 'content-type': 'application/json' } }));

describe('entering a code', () => {
  useBrowserStubs();
  afterEach(() => vi.unstubAllGlobals());

  const entry = (onConfirmed: Parameters<typeof CodeEntry>[0]['onConfirmed']) => (
    <CodeEntry
      purpose="login"
      step={sentCode('achieng@example.com', 300)}
      onStep={() => {}}
      requestCode={async () => ({ outcome: 'sent', step: sentCode('achieng@example.com', 300) })}
      onConfirmed={onConfirmed}
      backLabel="Back"
      onBack={() => {}}
    />
  );

  test('six digits are sent without a button', async () => {
    const server = answerWith(opened);
    vi.stubGlobal('fetch', server);
    const confirm = vi.fn();
    const { user: person } = await renderScreen(entry(confirm));
    await person.type(screen.getByRole('textbox'), '12345');
    expect(server).not.toHaveBeenCalled();
    await person.type(screen.getByRole('textbox'), '6');
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledWith(opened, '123456'));
  });

  test('an answer that the screen does not expect is reported, not ignored', async () => {
    vi.stubGlobal('fetch', answerWith({ outcome: 'emailProven', signupToken: 'token' }));
    const { user: person } = await renderScreen(entry((confirmed) => void expectOutcome(confirmed, 'sessionOpened')));
    await person.type(screen.getByRole('textbox'), '123456');
    expect(await screen.findByText('Verification failed. Please try again.')).toBeTruthy();
  });

  test('without a network it says so, and the code can be typed again', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
    );
    const { user: person } = await renderScreen(entry(() => {}));
    await person.type(screen.getByRole('textbox'), '123456');
    expect(await screen.findByText('Verification failed. Please check your connection and try again.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  });
});
