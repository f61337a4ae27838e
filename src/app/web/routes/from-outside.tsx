/*
 * Pages that another device or application opens. One file, because every page lists the names of
 * all files.
 */

import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { loginPaths, routes } from '#rules/routes.ts';
import { m } from '#text';
import { Button, buttonClass, Spinner } from '#ui/elements.tsx';
import { FormBanner, Notice } from '#ui/feedback.tsx';
import { AccountPage } from '#web/account-page.tsx';
import { MessagePage } from '#web/page-frame.tsx';
import { readFailure, rpc, sayFailure } from '#web/rpc.ts';
import { readSession, storeSession } from '#web/session.ts';

export function PhoneLinkRoute() {
  return (
    <AccountPage title={m.phoneLinkPageTitle()}>
      <PhoneLinkScreen />
    </AccountPage>
  );
}

/** For shared photos of a buyer, or that did not arrive. */
export function StartRoute() {
  if (readSession('buyer')) {
    return (
      <MessagePage
        picture="/art/empty/cart.svg"
        title={m.sharedBuyerTitle()}
        text={m.sharedBuyerText()}
      >
        <Link
          to={loginPaths.farmer}
          search={{ redirect: `${routes.start.path}?to=share` }}
          className={buttonClass({})}
        >
          {m.sharedLogIn()}
        </Link>
      </MessagePage>
    );
  }
  return (
    <MessagePage
      picture="/art/empty/error.svg"
      title={m.sharedLostTitle()}
      text={m.sharedLostText()}
    >
      <Link
        to={routes.farmerDashboard.path}
        search={{ tab: 'products', product: 'new' }}
        className={buttonClass({})}
      >
        {m.productAdd()}
      </Link>
    </MessagePage>
  );
}

const fallbacks = { failed: m.errorPhoneLinkInvalid, connectionLost: m.cannotConnect };

function PhoneLinkScreen() {
  const { state, confirm } = usePhoneLink();
  if (state.is === 'opening') {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        {m.phoneLinkOpening()}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      {state.is === 'unconfirmed' ? (
        <>
          {state.isLoggedIn && <Notice type="info">{m.phoneLinkOther()}</Notice>}
          <p className="font-semibold">{m.phoneLinkOpenAs({ name: state.name })}</p>
          <Button isWide onClick={confirm}>
            {state.isLoggedIn ? m.phoneLinkReplace() : m.phoneLinkOpen()}
          </Button>
        </>
      ) : (
        <FormBanner text={state.text} />
      )}
      <Link to="/loginF" className="link inline-flex min-h-11 items-center justify-self-center">
        {m.phoneLinkLogin()}
      </Link>
    </div>
  );
}

type LinkState =
  | { is: 'opening' }
  | { is: 'unconfirmed'; name: string; isLoggedIn: boolean }
  | { is: 'failed'; text: string };

function usePhoneLink() {
  const navigate = useNavigate();
  const [state, setState] = useState<LinkState>({ is: 'opening' });
  const token = useRef<string | null>(null);

  async function open(isConfirmed: boolean) {
    setState({ is: 'opening' });
    try {
      const opened = await rpc.auth.openPhoneLink.mutate({
        token: token.current ?? '',
        isConfirmed,
      });
      if (opened.outcome === 'unconfirmed') return setState({ ...opened, is: opened.outcome });
      if (opened.outcome === 'sessionOpened') storeSession(opened, { isRemembered: false });
    } catch (error) {
      const failure = readFailure(error);
      // An incomplete token means an invalid link, not an invalid form field.
      const said =
        failure.code === 'INVALID_INPUT'
          ? { ...failure, message: m.errorPhoneLinkInvalid() }
          : failure;
      return setState({ is: 'failed', text: sayFailure(said, fallbacks) });
    }
    await navigate({
      to: '/farmer/dashboard',
      search: { tab: 'products', product: 'new' },
      replace: true,
    });
  }

  const openOnce = useRef(() => {
    openOnce.current = () => {};
    token.current = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname);
    void open(false);
  });
  useEffect(() => openOnce.current(), []);

  return { state, confirm: () => void open(true) };
}
