import { operations } from '#app/server/app-router.ts';
import { operations as deskOperations } from '#operator/server/operations/all-operations.ts';
import type { Operation } from '#platform/contract.ts';

/**
 * Who may use each procedure and REST path; authorization.test.ts fails if one is missing here.
 * `own` names a resource that belongs to one person: another user of the same role gets a 404 and
 * changes nothing. strangers.test.ts tries each of these.
 */
export type Access =
  | 'anyone'
  | 'loggedIn'
  | 'operator'
  | 'buyer'
  | 'farmer'
  | { role: 'buyer' | 'farmer' | 'either'; own: string };

type Rows = [access: Access, names: Record<string, string>][];

const tableOf = (between: string, rows: Rows): Record<string, Access> =>
  Object.fromEntries(
    rows.flatMap(([access, names]) =>
      Object.entries(names).flatMap(([start, ends]) =>
        ends.split(/\s+/).map((end) => [`${start}${between}${end}`, access] as const),
      ),
    ),
  );

const accessOf = ({ by, own }: Operation): Access => {
  if (by === 'anyone') return by;
  const role = by === 'user' ? 'either' : by;
  return own === undefined ? (by === 'user' ? 'loggedIn' : by) : { role, own };
};
export const procedureAccess: Record<string, Access> = {
  ...Object.fromEntries(operations.map(({ name, operation }) => [name, accessOf(operation)])),
  ...tableOf('.', [
    [
      'anyone',
      {
        market: 'contact',
      },
    ],
    [
      'farmer',
      {
        'farmer.orders': 'changes',
      },
    ],
    [
      'buyer',
      {
        'buyer.orders': 'changes',
      },
    ],
    [
      'operator',
      {
        'desk.entry': 'logOut me',
        'desk.requests': 'list approve decline',
        'desk.cases': 'list order report account lot request visitPhoto search payouts visits',
        desk: 'people log statement server verifyLog',
        'desk.figures': 'get csv pdf',
      },
    ],
  ]),
  ...Object.fromEntries(
    Object.keys(deskOperations).map((name) => [`desk.do.${name}`, 'operator' as const]),
  ),
};

export const pathAccess: Record<string, Access> = {
  ...Object.fromEntries(
    operations.flatMap(({ operation }) =>
      operation.rest ? [[operation.rest, accessOf(operation)]] : [],
    ),
  ),
  ...tableOf('', [
    [
      'anyone',
      {
        'GET /': 'healthz readyz .well-known/security.txt developers photos/:name',
        'POST /': 'share-target',
        'GET /api/': 'openapi.json prices.csv feeds/:name dispute-photos/:id',
        'POST /api/': 'ussd/:secret',
        'OPTIONS /api/': 'farmer/uploads',
        'POST /api/auth/': `buyer/signup farmer/signup signup buyer/verify-credentials
        farmer/verify-credentials login send-otp resend-otp verify-otp forgot-password
        reset-password`,
        'POST /api/sms/': 'incoming/:secret report/:secret',
        'POST /api/payments/': 'callback/:token result/:token',
      },
    ],
    [
      'loggedIn',
      {
        'POST /api/auth/': 'logout',
        'GET /api/auth/': 'export',
      },
    ],
    [
      'buyer',
      {
        'POST /api/buyer/': 'orders photos',
        'POST /api/conversations/': 'about/:id/photos about/:id/voice',
      },
    ],
    [
      { role: 'buyer', own: 'order' },
      {
        'POST /api/buyer/orders/:id/': 'dispute/photos',
      },
    ],
    [
      { role: 'either', own: 'conversation' },
      {
        'GET /api/conversations/': ':id/media/:mediaId',
        'POST /api/conversations/:id/': 'photos voice',
      },
    ],
    [
      'farmer',
      {
        'GET /api/farmer/': 'books.csv payments/report.pdf products',
        'POST /api/farmer/': 'profile/photo photos uploads products',
      },
    ],
    [
      { role: 'farmer', own: 'upload' },
      {
        'GET /api/farmer/uploads/': ':id',
        'PATCH /api/farmer/uploads/': ':id',
      },
    ],
    [
      { role: 'farmer', own: 'product' },
      {
        'PUT /api/': 'farmer/products',
        'POST /api/farmer/products/:id/': 'photos',
        'PATCH /api/farmer/products/': ':id/quantity',
      },
    ],
  ]),
};
