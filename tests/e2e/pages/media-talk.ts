import { type Browser, expect, type Page } from '#tests/e2e/fixtures.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { MessagesPage } from './messages-page.ts';
import { type makeTalk, openBuyer, openFarmer } from './talk.ts';

type Talk = Awaited<ReturnType<typeof makeTalk>>;

export async function openBoth(browser: Browser, talk: Talk, baseURL: string | undefined) {
  const phone = await openBuyersTalk(browser, talk, baseURL);
  return { phone, desk: await openTalk(await openFarmer(browser, talk, baseURL), talk) };
}

export const openBuyersTalk = async (browser: Browser, talk: Talk, baseURL: string | undefined) =>
  openTalk(await openBuyer(browser, talk, baseURL), talk);

async function openTalk(page: Page, { conversationId }: Talk) {
  await page.goto(`/messages/${conversationId}`);
  await expect(new MessagesPage(page).field).toBeVisible();
  return page;
}

export async function choosePhotos(page: Page, seeds: number[]) {
  const files = await Promise.all(
    seeds.map(async (seed) => ({
      name: `${seed}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makeJpeg({ seed }),
    })),
  );
  await page.locator('input[type=file]').setInputFiles(files);
}

export async function speak(page: Page) {
  await page.getByRole('button', { name: 'Record a voice note' }).click();
  await expect(page.getByRole('timer')).toContainText('0:02', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Stop recording' }).click();
}
