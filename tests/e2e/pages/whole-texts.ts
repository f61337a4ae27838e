import type { Page } from 'playwright/test';

/** Longer words, such as an email address, may be broken. */
const WORD_MAX = 24;

/** Texts wider than their box, except the lines that may be cut, whose tooltip has them whole. */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#root *')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          element.textContent?.trim() &&
          element.clientWidth > 1 &&
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).overflowX === 'hidden' &&
          !element.matches('.product-card-quiet, .truncate[title], .xl\\:truncate[title]'),
      )
      .map((element) => `${element.className}: ${element.textContent}`),
  );

/** The visible words that are broken across two lines, as in "M-/Pesa". */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate((longest) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const { parentElement: parent, textContent: text } = node;
      if (!text || !parent?.checkVisibility() || parent.closest('.sr-only, option')) continue;
      for (const { 0: word, index } of text.matchAll(/M-Pesa|[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const isBroken = lines.some(({ top }) => top > (lines[0]?.bottom ?? 0) - 2);
        if (isBroken && word.length <= longest) broken.push(`${word} in: ${text}`);
      }
    }
    return broken;
  }, WORD_MAX);

/** The texts of rows that are below the row's buttons, or below the next row. */
export const coveredTexts = (page: Page) =>
  page.locator('.product-card').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const button = card.querySelector('.product-card-cart')?.getBoundingClientRect();
      const end = card.getBoundingClientRect().bottom;
      return [...card.querySelectorAll<HTMLElement>('.product-card-text > *')]
        .filter((line) => line.checkVisibility())
        .filter((line) => {
          const range = document.createRange();
          range.selectNodeContents(line);
          const style = getComputedStyle(line);
          const box = line.getBoundingClientRect();
          const edge = box.right - Number.parseFloat(style.paddingRight);
          // Text below its line's box is hidden, and the padding of a link holds no text.
          return [...range.getClientRects()]
            .map(({ right, bottom, top }) => ({
              right: Math.min(right, edge),
              bottom: Math.min(bottom, box.bottom),
              top,
            }))
            .filter(({ bottom, top }) => bottom > top + 2)
            .some(
              ({ right, bottom, top }) =>
                bottom > end + 1 ||
                (button &&
                  bottom > button.top + 2 &&
                  top < button.bottom - 2 &&
                  right > button.left + 1),
            );
        })
        .map(({ textContent }) => textContent);
    }),
  );

/** Categories and descriptions that do not fit into their two lines. */
export const cutKinds = (page: Page) =>
  page
    .locator('.product-card-kind')
    .evaluateAll((kinds) =>
      kinds
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ textContent }) => textContent),
    );

/** The parts of lists in the page that are wider than the list, or outside the window. */
export const overflowingParts = (page: Page) =>
  page.locator('main :is(li, ul, ol)').evaluateAll((roots) =>
    roots.flatMap((root) =>
      [root, ...root.querySelectorAll('*')]
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          const isHidden = element.closest('.sr-only, .overflow-x-auto, [aria-hidden=true]');
          if (width === 0 || isHidden) return false;
          const frame = root.getBoundingClientRect();
          return left < frame.left - 1 || right > frame.right + 1 || right > innerWidth;
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ),
  );

export const scrolledTables = (page: Page) =>
  page
    .locator('main .overflow-x-auto:has(> table), main .xl\\:overflow-x-auto:has(> table)')
    .evaluateAll((frames) =>
      frames
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
