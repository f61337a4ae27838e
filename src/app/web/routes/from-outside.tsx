/*
 * Pages that another device or application opens. One file, because every page lists the names of
 * all files.
 */

import { Link } from '@tanstack/react-router';
import { PhoneLinkScreen } from '#accounts/web/phone-link-screen.tsx';
import { loginPaths, routes } from '#platform/rules/routes.ts';
import { readSession } from '#platform/web/session/session.ts';
import { AccountPage } from '#platform/web/shell/account-page.tsx';
import { MessagePage } from '#platform/web/shell/page-frame.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';

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
