import { LeaveQuestion } from '#app/web/pending/queue-parts.tsx';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import {
  act,
  givenBrowser,
  press,
  renderScreen,
  screen,
  waitFor,
} from '#tests/setup/web/render-screen.tsx';
import { addEntry, dropEntry, loadEntries } from '#web/offline/entries.ts';
import { readEntries } from '#web/offline/mirror.ts';
import { clearSession, readUser } from '#web/session.ts';
import { useSessionEnd } from '#web/use-session-end.ts';

const ACHIENG = 4711;
const message = {
  kind: 'message',
  subject: 'conversation:1',
  input: { text: 'Habari' },
  parts: { text: 'Habari' },
};

function Screen() {
  const { logOut } = useSessionEnd('farmer', null);
  return (
    <>
      <button type="button" onClick={logOut}>
        Logout
      </button>
      <LeaveQuestion />
    </>
  );
}

givenBrowser();
beforeEach(() => {
  logInHere(ACHIENG);
});
afterEach(async () => {
  await act(async () => {
    for (const { key } of readEntries(ACHIENG)) await dropEntry(ACHIENG, key);
  });
  clearSession();
  vi.unstubAllGlobals();
});

test('the question at logout, when changes are pending says that they will be lost where they could not be stored, and does not offer to keep them', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { isLoose } = await addEntry(ACHIENG, message);
  expect(isLoose).toBe(true);
  const { user } = await renderScreen(<Screen />);
  await press(user, 'Logout');
  await screen.findByText(/^Lost at logout unless sent or saved as a file: 1$/);
  expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull();
  await press(user, 'Cancel');
  expect(readEntries(ACHIENG)).toHaveLength(1);
});

test('the question at logout, when changes are pending keeps them on the device for the next login', async () => {
  await addEntry(ACHIENG, message);
  const { user } = await renderScreen(<Screen />);
  await press(user, 'Logout');
  await screen.findByText('Not sent yet: 1');
  await press(user, 'Keep here for me');
  await waitFor(() => expect(readUser()).toBeNull());
  await loadEntries(ACHIENG);
  expect(readEntries(ACHIENG)).toHaveLength(1);
});
