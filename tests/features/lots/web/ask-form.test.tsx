import { TRPCClientError } from '@trpc/client';
import { AskForm } from '#lots/web/ask-form.tsx';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import {
  givenBrowser,
  press,
  renderScreen,
  screen,
  waitFor,
} from '#tests/setup/web/render-screen.tsx';

givenBrowser();
afterEach(() => vi.unstubAllGlobals());

test('the form of a lot sends its photo once, also if the lot is refused at first', async () => {
  logInHere(3, 'buyer');
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => {};
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path);
    return Response.json({ success: true, photos: [{ id: 7 }] }, { status: 201 });
  });
  const onClose = vi.fn();
  let isRefused = true;
  const { user, calls } = await renderScreen(<AskForm onClose={onClose} />, {
    'buyer.lots.ask': () => {
      if (isRefused) throw new Error('refused');
      return { id: 12 };
    },
  });
  const photo = new File(['jpeg'], 'dry.jpg', { type: 'image/jpeg' });
  await user.upload(screen.getByLabelText('Add photos'), photo);
  await press(user, 'Send');
  await waitFor(() => expect(calls).toHaveLength(1));
  isRefused = false;
  await press(user, 'Send');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual(['/api/buyer/photos']);
  expect(calls.map(({ input }) => (input as { photoId: number }).photoId)).toEqual([7, 7]);
});

test('the form of a lot names the place where the buyer is, once, and a refusal leads to the wrong field', async () => {
  logInHere(3, 'buyer');
  vi.stubGlobal('isSecureContext', true);
  const coords = { latitude: -0.33, longitude: 35.94, accuracy: 8 };
  const getCurrentPosition = (found: (at: object) => void) => found({ coords });
  vi.stubGlobal('navigator', Object.assign(navigator, { geolocation: { getCurrentPosition } }));
  const place = { display_name: 'Njoro, Nakuru' };
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return Response.json([{ result: { data: { place } } }]);
  });
  const data = { code: 'INVALID_INPUT', fieldErrors: { points: 'Type the name of a place' } };
  const { user } = await renderScreen(<AskForm onClose={() => {}} />, {
    'buyer.lots.ask': () => {
      throw new TRPCClientError('Wrong', {
        result: { error: { code: -32600, message: '', data } },
      });
    },
  });
  const locate = async (times: number) => {
    await press(user, 'Use my position');
    await waitFor(() => expect(answers).toHaveLength(times));
  };
  await locate(1);
  answers[0]?.();
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the place');
  expect(name.value).toBe('Njoro, Nakuru');
  await locate(2);
  await user.clear(name);
  answers[1]?.();
  await press(user, 'Send');
  await screen.findByText('Type the name of a place');
  expect(document.activeElement).toBe(name);
  expect(screen.getAllByLabelText('Name of the place')).toEqual([name]);
  expect(name.value).toBe('');
});
