// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MessagesPage } from '#features/messages/web/messages-page.tsx';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';

const buyersList = { role: 'buyer', conversationId: undefined, productId: undefined } as const;

describe('messages on a wide screen', () => {
  useBrowserStubs();
  beforeEach(() => {
    const { matchMedia } = window;
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: true });
    window.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    window.EventSource = undefined as never;
  });
  const answers = (conversations: object[]) => ({
    'conversations.list': () => ({ conversations, nextCursor: null }),
    'conversations.unread': () => ({ unread: 0 }),
  });
  const open = (conversations: object[]) =>
    renderScreen(<MessagesPage {...buyersList} />, answers(conversations));

  test('without a conversation there is only the invitation to begin one', async () => {
    const { container } = await open([]);
    expect(await screen.findByText('No messages yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: "See today's market" })).toBeTruthy();
    expect(container.querySelector('main section')).toBeNull();
  });

  test('with one, the space beside the list asks to choose it', async () => {
    const conversation = {
      id: 1,
      productName: 'Kale',
      unread: 0,
      lastText: 'Habari',
      lastKind: 'text',
      lastFrom: 'farmer',
      lastAt: '2026-03-02T06:00:00.000Z',
      farmName: 'Upendo Farm',
      county: 'Nyeri',
      buyerName: 'Achieng Otieno',
    };
    await open([conversation]);
    expect(await screen.findByText('Choose a conversation to read it here.')).toBeTruthy();
  });
});
