import { useState } from 'react';
import { CodeEntry } from '#accounts/web/code-entry.tsx';
import { type CodeStep, codeToSend, expectOutcome, sentCode } from '#accounts/web/code-step.ts';
import { LoginForm, useLogin } from '#accounts/web/login.tsx';
import { givenBrowser, press, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

const EMAIL = 'achieng@example.com';
const NETWORK = 'Verification failed. Please check your connection and try again.';
const answerWith = (data: unknown) => vi.fn(async () => Response.json([{ result: { data } }]));

const Login = () => <LoginForm login={useLogin('buyer', undefined)} />;

givenBrowser();
afterEach(() => vi.unstubAllGlobals());

type Entry = Parameters<typeof CodeEntry>[0];
const entry = (onConfirmed: Entry['onConfirmed'], options: Partial<Entry> = {}) => (
  <CodeEntry
    purpose="login"
    step={sentCode(EMAIL, 300)}
    onStep={() => {}}
    requestCode={async () => ({ outcome: 'sent', step: sentCode(EMAIL, 300) })}
    onConfirmed={onConfirmed}
    backLabel="Back"
    onBack={() => {}}
    {...options}
  />
);

describe("entering a code: 'Remember me'", () => {
  const isTicked = () => screen.getByRole<HTMLInputElement>('checkbox').checked;
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'maxTouchPoints');
  });

  test('stands above the code', async () => {
    const remember = { isRemembered: false, onChange: () => {} };
    await renderScreen(entry(() => {}, { remember }));
    const box = screen.getByRole('checkbox');
    const { DOCUMENT_POSITION_FOLLOWING: below } = Node;
    expect(box.compareDocumentPosition(screen.getByRole('textbox')) & below).toBeTruthy();
  });

  test('is ticked at first on a phone, until a person decides otherwise', async () => {
    const { unmount } = await renderScreen(<Login />);
    expect(isTicked()).toBe(false);
    unmount();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 13)');
    Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: 5 });
    const { user, unmount: leave } = await renderScreen(<Login />);
    expect(isTicked()).toBe(true);
    await user.click(screen.getByRole('checkbox'));
    leave();
    await renderScreen(<Login />);
    expect(isTicked()).toBe(false);
  });
});

test('an unexpected answer is reported, not ignored', async () => {
  vi.stubGlobal('fetch', answerWith({ outcome: 'emailProven', signupToken: 'token' }));
  const { user: person } = await renderScreen(
    entry((confirmed) => void expectOutcome(confirmed, 'sessionOpened')),
  );
  await person.type(screen.getByRole('textbox'), '123456');
  expect(await screen.findByText(NETWORK)).toBeTruthy();
});

const signup = { purpose: 'signup' } as const;
test.each<[string, Partial<Entry>]>([
  ["buyer signup 'Invalid OTP. Please try again.'", { ...signup, extra: { userType: 'buyer' } }],
  ["login 'Invalid or expired OTP. Please try again.'", {}],
  ["farmer signup 'Invalid OTP'", { ...signup, extra: { userType: 'farmer' } }],
])('entering a code: §8: a code is refused without a message: %s', async (title, options) => {
  const refused = { message: '', code: -32600, data: { code: 'CODE_INVALID' } };
  vi.stubGlobal('fetch', async () => Response.json([{ error: refused }], { status: 400 }));
  const { user: person } = await renderScreen(entry(() => {}, options));
  await person.type(screen.getByRole('textbox'), '123456');
  expect(await screen.findByText(/'(.*)'/.exec(title)?.[1] ?? '')).toBeTruthy();
});

test("entering a code: after five wrong codes the screen says that there were too many tries, not 'Code has expired'", async () => {
  const failure = {
    message: 'Invalid or expired OTP. Please try again.',
    code: -32600,
    data: { code: 'CODE_INVALID_OR_EXPIRED' },
  };
  vi.stubGlobal('fetch', async () => Response.json([{ error: failure }], { status: 400 }));
  const { user: person } = await renderScreen(
    <StepHolder>{(step, onStep) => entry(() => {}, { step, onStep })}</StepHolder>,
  );
  for (const code of ['111111', '222222', '333333', '444444', '555555']) {
    await person.type(screen.getByRole('textbox'), code);
    await expect.poll(() => screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  }
  expect(
    await screen.findByText(
      'Too many wrong tries: this code no longer works. Please ask for a new one.',
    ),
  ).toBeTruthy();
  expect(screen.queryByText('Code has expired')).toBeNull();
  const resend = await screen.findByRole('button', { name: 'Resend Code' });
  expect(resend).toHaveProperty('disabled', false);
});

test('entering a code: after 60 seconds a link to send another code appears, with what to check; the countdown and its button stay', async () => {
  const requestCode = vi.fn(async () => ({
    outcome: 'sent' as const,
    step: sentCode(EMAIL, 600),
  }));
  const back = vi.fn();
  const early = await renderScreen(entry(() => {}, { step: sentCode(EMAIL, 545) }));
  expect(screen.queryByRole('button', { name: 'No code yet? Send another' })).toBeNull();
  early.unmount();
  const { user: person } = await renderScreen(
    entry(() => {}, { step: sentCode(EMAIL, 540), requestCode, onBack: back }),
  );
  const link = await screen.findByRole('button', { name: 'No code yet? Send another' });
  expect(screen.getByText(/spelled correctly\?$/).textContent).toContain(EMAIL);
  expect(screen.getByText('Code expires in 9:00')).toBeTruthy();
  expect(
    screen
      .getByRole('button', { name: 'Resend available after timer' })
      .getAttribute('aria-disabled'),
  ).toBe('true');
  await person.click(link);
  expect(requestCode).toHaveBeenCalledWith(EMAIL);
  await press(person, 'Use another email');
  expect(back).toHaveBeenCalledOnce();
});

test('entering a code: A158: a code that the user sends us is entered once it has arrived', async () => {
  const phoneNumber = '+254712345678';
  const toSend = { code: '048213', number: '+254711000111', ussdCode: '*384*77#' };
  const late = { message: 'Invalid', code: -32600, data: { code: 'CODE_INVALID_OR_EXPIRED' } };
  const fetched = vi.fn(async () => Response.json([{ error: late }], { status: 400 }));
  vi.stubGlobal('fetch', fetched);
  const confirmed = vi.fn();
  const { user: person } = await renderScreen(
    entry(confirmed, { purpose: 'verify-phone', step: codeToSend(phoneNumber, { toSend }) }),
  );
  expect(screen.getByText('VERIFY 048213')).toBeTruthy();
  expect(screen.getByText('Or dial *384*77# from it, choose 2 and enter 048213.')).toBeTruthy();
  const send = screen.getByRole('button', { name: 'I have sent it' });
  await person.click(send);
  expect(await screen.findByText(/^Nothing from 0712 345 678 yet/)).toBeTruthy();
  const proven = { outcome: 'phoneProven', phoneNumber, signupToken: 'token' };
  fetched.mockResolvedValueOnce(Response.json([{ result: { data: proven } }]));
  await person.click(send);
  await expect.poll(() => confirmed.mock.calls).toEqual([[proven, '048213']]);
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ["a proxy's error", async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
])(
  'entering a code: %s is reported as a network failure, and the code can be typed again',
  async (_, fetched) => {
    vi.stubGlobal('fetch', fetched);
    const { user: person } = await renderScreen(entry(() => {}));
    await person.type(screen.getByRole('textbox'), '123456');
    expect(await screen.findByText(NETWORK)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  },
);

function StepHolder({
  children,
}: {
  children: (step: CodeStep, onStep: (step: CodeStep) => void) => React.ReactNode;
}) {
  const [step, setStep] = useState(sentCode(EMAIL, 300));
  return children(step, setStep);
}
