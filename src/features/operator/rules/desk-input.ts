import * as z from 'zod/mini';
import { email, phoneNumber } from '#accounts/rules/account.ts';
import { otpCode } from '#accounts/rules/account-input.ts';
import { shortLines } from '#orders/rules/order-input.ts';
import { county } from '#places/rules/place.ts';
import {
  atMost,
  fieldError,
  filledLine,
  gpsFix,
  line,
  paragraph,
  position,
  searchLine,
  takenAt,
} from '#rules/fields.ts';
import { DAY_SECONDS, HOUR_SECONDS, ID_MAX, MINUTE_SECONDS } from '#rules/limits.ts';

/** However much it is used. */
export const OPERATOR_SESSION_SECONDS = 8 * HOUR_SECONDS;
export const OPERATOR_IDLE_SECONDS = 30 * MINUTE_SECONDS;
/** The link is for a new operator, or after a lost second factor. */
export const OPERATOR_LINK_SECONDS = DAY_SECONDS;
export const CHALLENGE_SECONDS = 5 * MINUTE_SECONDS;
export const OPERATOR_REQUEST_SECONDS = DAY_SECONDS;
const OPERATOR_NAME_MAX = 40;
export const REASON_MAX = 500;
export const OPERATOR_PASSWORD_MIN = 12;
const OPERATOR_PASSWORD_MAX = 128;
/** Wrong passwords or codes, of one name and of one client address. */
export const OPERATOR_ATTEMPTS_PER_HOUR = 10;
export const OPERATOR_ATTEMPTS_PER_ADDRESS = 50;
export const RECEIPT_MAX = 40;
/** Some 4,000 lines. */
export const STATEMENT_MAX_CHARACTERS = 800_000;
/** Each part of a table of prices is an operation of its own, so that none takes long. */
export const PRICES_PART_CHARACTERS = 100_000;
/** Some ten years of the ministry's prices. */
export const PRICES_MAX_CHARACTERS = 20_000_000;
/** Statement lines, and our own movements of money, that a day's comparison reads. */
export const RECONCILED_MAX = 20_000;
const FIGURE_WEEKS_DEFAULT = 12;
export const FIGURE_WEEKS_MAX = 53;
const SHOWN_ADDRESS_MAX = 254;
export const DISPLAY_NAME_MAX = 40;
/** In base64: some 600 kB, where our page sends 200. It must fit into a request with the rest. */
const VISIT_PHOTO_MAX_CHARACTERS = 800_000;
/** The index for searches by name needs this many letters or digits in a row. */
export const SEARCH_LETTERS_MIN = 3;

/**
 * `reader` only looks; `support` settles disputes, reports, visits and accounts; `finance` moves
 * money; `lead` does everything.
 */
export const operatorRoles = ['reader', 'support', 'finance', 'lead'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/* Stored in the log and in requests, so don't rename the fields. */

const id = z.int().check(z.gte(1), z.lte(ID_MAX));
export const reason = paragraph('reasonRequired').check(
  z.minLength(1, fieldError('reasonRequired')),
  atMost(REASON_MAX),
);
const note = z.optional(paragraph('reasonRequired').check(atMost(REASON_MAX)));
export const receipt = line().check(
  z.minLength(1, fieldError('fieldInvalid')),
  atMost(RECEIPT_MAX),
  z.overwrite((typed) => typed.toUpperCase()),
);
const address = filledLine('fieldInvalid', SHOWN_ADDRESS_MAX);

export const orderEnds = ['completed', 'cancelled'] as const;
export const endOrderInput = z.object({ orderId: id, end: z.enum(orderEnds), reason });
/** `divided`: completed, and a part of the goods and of the money goes back. */
export const disputeEnds = ['completed', 'divided', 'cancelled'] as const;
export const endDisputeInput = z.object({
  orderId: id,
  end: z.enum(disputeEnds),
  reason,
  /** If it is divided, the lines of which the buyer pays only a part. */
  lines: z.optional(shortLines),
  /** Returned goods can be sold again; spoiled ones stay off the market. */
  areGoodsBack: z.optional(z.boolean()),
});

export const refundInput = z.object({ paymentId: id, receipt, reason: note });
export const attemptPaidInput = z.object({
  attemptId: id,
  amountCents: z.int().check(z.gte(1), z.lte(1_000_000_000)),
  receipt,
  reason: note,
});
export const attemptFailedInput = z.object({ attemptId: id, reason });

export const approvePayoutInput = z.object({
  payoutId: id,
  reason,
  beforeDisputeWindowEnds: z.optional(z.boolean()),
  withoutAskingMpesa: z.optional(z.boolean()),
});
export const failPayoutInput = z.object({ payoutId: id, reason });
export const recordPayoutInput = z.object({
  payoutId: id,
  receipt,
  /** Whether the receipt also paid the small payouts that were sent with this one. */
  smallPayouts: z.optional(z.enum(['paid', 'due'])),
  reason: note,
});

export const noteInput = z.object({ reason: note });
export const heldMessagesInput = z.object({ message: z.union([id, z.literal('all')]), reason });

export const accountInput = z.object({ account: address, reason });
export const productInput = z.object({ productId: id, reason });
const accountOrId = z.union([address, id]);
export const newNumberInput = z.object({ account: accountOrId, newNumber: phoneNumber, reason });
export const visitInput = z.object({
  account: accountOrId,
  /** Moves the farm's pin, for example if it is provisional. */
  position: z.nullish(position),
  fix: z.nullish(gpsFix),
  /** The pin that the page showed. A farm that was moved since was not visited. */
  pin: z.nullish(position),
  at: z.optional(takenAt),
  /** A JPEG in base64. */
  photo: z.optional(
    z
      .string()
      .check(
        z.regex(/^[\w+/]+={0,2}$/, fieldError('fieldInvalid')),
        atMost(VISIT_PHOTO_MAX_CHARACTERS),
      ),
  ),
  reason,
});
export type VisitInput = z.infer<typeof visitInput>;
export const unvisitInput = z.object({ account: accountOrId, reason });
export const displayNameInput = z.object({
  /** Empty: the operator is not named. */
  displayName: line().check(atMost(DISPLAY_NAME_MAX)),
});
export const closeReportInput = z.object({ reportId: id, reason });

export const importPricesInput = z.object({ firstLine: z.int(), text: z.string() });

/** Letters of other scripts can look alike, so none are allowed. */
export const operatorName = line().check(
  z.regex(/^[\w.-]+$/, fieldError('fieldInvalid')),
  atMost(OPERATOR_NAME_MAX),
);
const operator = { name: operatorName, reason };
const role = z.enum(operatorRoles);
export const closeOperatorInput = z.object(operator);
export const operatorRoleInput = z.object({ ...operator, role });
/** Both people see `email`, and the log stores it. */
export const operatorLinkInput = z.object({ ...operator, email });
export const inviteInput = z.object({ ...operator, role, email });

export const endLotInput = z.object({ lotId: id, reason });

export const requestInput = z.object({ requestId: id });
export const declineInput = z.object({ requestId: id, reason });

export const importStatementInput = z.object({
  text: z.string().check(atMost(STATEMENT_MAX_CHARACTERS)),
});
export const closeUnmatchedInput = z.object({ receipt, reason });

export const reconciliationInput = z.object({ day: z.iso.date() });

export type CaseKind =
  | 'dispute'
  | 'payout'
  | 'attempt'
  | 'refund'
  | 'unmatched'
  | 'report'
  | 'visit'
  | 'released'
  | 'sim'
  | 'request';

export type CasePage = 'order' | 'report' | 'account' | 'lot' | 'request' | 'statement';

export const openCaseInput = z.object({ id });

const DESK_SEARCH_MAX = 80;
export const deskSearchInput = z.object({
  text: searchLine().check(z.minLength(1), z.maxLength(DESK_SEARCH_MAX)),
});

export const visitsInput = z.object({ position: z.nullable(position) });

export const payoutsInput = z.object({ isAll: z.boolean(), afterId: z.nullable(id) });

const password = z.string().check(atMost(OPERATOR_PASSWORD_MAX));

export const loginPasswordInput = z.object({
  name: line().check(z.minLength(1, fieldError('fieldInvalid')), z.maxLength(OPERATOR_NAME_MAX)),
  password,
  code: otpCode,
});
export const newPasswordInput = z.object({
  password: password.check(z.minLength(OPERATOR_PASSWORD_MIN, fieldError('fieldInvalid'))),
  code: otpCode,
});

/* Only the shape of browsers' answers is checked here; the library checks the rest. */
const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(8192));
const passkeyAnswer = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.exactOptional(z.enum(['platform', 'cross-platform'])),
};
export const registrationResponse = z.object({
  ...passkeyAnswer,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
});
export const authenticationResponse = z.object({
  ...passkeyAnswer,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.exactOptional(base64url),
  }),
});

export const figuresInput = z.object({
  county: z.nullish(county),
  weeks: z._default(z.int().check(z.gte(1), z.lte(FIGURE_WEEKS_MAX)), FIGURE_WEEKS_DEFAULT),
});
