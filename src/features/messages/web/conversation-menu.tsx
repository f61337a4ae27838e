import { useState } from 'react';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx';
import { DisclosureMenu } from '#platform/web/ui/overlay/disclosure-menu.tsx';
import { m } from '#text';
import { Icon } from './icons.tsx';

type ConversationMenuProps = {
  conversationId: number;
  name: string;
  isBlockedByMe: boolean;
  isOver: boolean;
};

const LazyReportDialog = lazy(
  () => import('./report-dialog.tsx').then(({ ReportDialog }) => ReportDialog),
  null,
);

export function ConversationMenu({
  conversationId,
  name,
  isBlockedByMe,
  isOver,
}: ConversationMenuProps) {
  const [asked, setAsked] = useState<'block' | 'report' | null>(null);
  const setBlocked = useSetBlocked(conversationId);
  const close = () => setAsked(null);
  const item =
    'flex min-h-11 w-full items-center rounded-field px-3 text-left font-semibold hover:bg-line/50';
  return (
    <>
      <DisclosureMenu
        label={m.messagesMenu()}
        button={<Icon name="menu" className="size-6" />}
        buttonClassName={`${buttonClass({ variant: 'quiet', size: 'icon' })} cursor-pointer`}
        panelClassName="top-full right-0 mt-1 w-56"
      >
        {!isOver &&
          (isBlockedByMe ? (
            <button type="button" className={item} onClick={() => void setBlocked(false)}>
              {m.messagesUnblock()}
            </button>
          ) : (
            <button type="button" className={item} onClick={() => setAsked('block')}>
              {m.messagesBlock()}
            </button>
          ))}
        <button type="button" className={item} onClick={() => setAsked('report')}>
          {m.messagesReport()}
        </button>
      </DisclosureMenu>
      <ConfirmDialog
        isOpen={asked === 'block'}
        title={m.messagesBlockTitle({ name })}
        text={m.messagesBlockText()}
        confirmLabel={m.messagesBlock()}
        onConfirm={() => {
          close();
          void setBlocked(true);
        }}
        onCancel={close}
      />
      {asked === 'report' && <LazyReportDialog conversationId={conversationId} onClose={close} />}
    </>
  );
}

const fallbacks = { failed: m.messagesFailed, connectionLost: m.messagesOffline };

export function useSetBlocked(conversationId: number) {
  const { client, conversations } = trpc.useUtils();
  return async (isBlocked: boolean) => {
    try {
      await client.conversations[isBlocked ? 'block' : 'unblock'].mutate({ conversationId });
    } catch (error) {
      showToast('error', sayFailure(readFailure(error), fallbacks));
    }
    await conversations.invalidate();
  };
}
