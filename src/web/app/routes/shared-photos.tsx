import { Link } from '@tanstack/react-router';
import { loginPaths, routes } from '#shared/routes.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readSession } from '#web/app/session/session.ts';
import { MessagePage } from '#web/app/shell/message-page.tsx';
import { buttonClass } from '#web/ui/form/button-class.ts';

/** Where photos that were shared lead to, if they cannot lead to a new product: a buyer has none, or the photos did not arrive. */
export function SharedPhotosRoute() {
  if (readSession('buyer')) {
    return (
      <MessagePage picture="/art/empty/cart.svg" title={m.sharedBuyerTitle()} text={m.sharedBuyerText()}>
        <Link to={loginPaths.farmer} search={{ redirect: `${routes.start.path}?to=share` }} className={buttonClass({})}>
          {m.sharedLogIn()}
        </Link>
      </MessagePage>
    );
  }
  return (
    <MessagePage picture="/art/empty/error.svg" title={m.sharedLostTitle()} text={m.sharedLostText()}>
      <Link to={routes.farmerDashboard.path} search={{ tab: 'products', product: 'new' }} className={buttonClass({})}>
        {m.productAdd()}
      </Link>
    </MessagePage>
  );
}
