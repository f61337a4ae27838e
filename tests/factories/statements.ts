/** A line of M-Pesa's statement, as the organisation portal writes it. */
type Line = {
  receipt: string;
  at?: string;
  paidIn?: string;
  withdrawn?: string;
  details?: string;
  status?: string;
  reasonType?: string;
  otherParty?: string;
  account?: string;
};

export const STATEMENT_COLUMNS =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';

const quoted = (text: string) => (/[",]/.test(text) ? `"${text}"` : text);

export const statementLine = ({
  receipt,
  at = '2026-03-01 14:05:11',
  paidIn = '',
  withdrawn = '',
  details = 'Pay Bill from 254722000111 - JANE WANJIKU',
  status = 'Completed',
  reasonType = withdrawn ? 'Business Payment to Customer via API' : 'Pay Bill Online',
  otherParty = '254722000111 - JANE WANJIKU',
  account = '',
}: Line): string =>
  [
    ...[receipt, at, at, details, status, paidIn, withdrawn, '1,000.00', 'true'],
    ...[reasonType, otherParty, '', account],
  ]
    .map(quoted)
    .join(',');

type Given = { lines: readonly Line[]; shortcode?: string; period?: string };

/** A statement of 1 March 2026, unless said otherwise. */
export const statementOf = ({
  lines,
  shortcode = '600100',
  period = 'From 2026-03-01 00:00:00 To 2026-03-01 23:59:59',
}: Given): string =>
  [
    'Organization Name,SOKOSHAMBA LIMITED',
    `Short Code,${shortcode}`,
    `Time Period,${period}`,
    '',
    STATEMENT_COLUMNS,
    ...lines.map(statementLine),
    '',
  ].join('\n');
