import { UpdateNotice } from '#app/web/update-notice.tsx';
import { givenBrowser, renderScreen, screen, waitFor } from '#tests/setup/web/render-screen.tsx';
import { watchTyping } from '#web/typed-fields.ts';

watchTyping();

function prefill(field: HTMLInputElement | null) {
  if (field && field.value === '') field.value = 'Njeri';
}

const page = (
  <>
    <form>
      <input aria-label="Name" ref={prefill} />
    </form>
    <UpdateNotice onAccept={async () => {}} />
  </>
);

givenBrowser();

test('the offer of a new version is shown above a form with prefilled values, and hidden once the user types', async () => {
  const title = 'A new version of SokoShamba is ready.';
  const { user } = await renderScreen(page);
  await screen.findByText(title);
  const field = screen.getByLabelText('Name');
  await user.type(field, ' Wanjiru');
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  await user.clear(field);
  await screen.findByText(title);
});

test('the offer of a new version shows an error if the new version cannot be loaded', async () => {
  const { user } = await renderScreen(
    <UpdateNotice onAccept={() => Promise.reject(new Error('no line'))} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(await screen.findByText(/did not load/)).toBeTruthy();
});
