import { edit, type Mutation } from './mutation.ts';

const streams = ['features/orders/orders/stream-limits.test.ts'];
const wild = ['features/orders/payments/seen-in-the-wild.test.ts'];
const LIMITS = 'features/orders/server/stream-limits.ts';

/** Guards of live streams (E126), of push endpoints (C127), and of what M-Pesa sends (D128). */
export const mutationsOfEdges: Mutation[] = [
  {
    name: 'streams-of-session',
    removes: 'a session has five streams',
    edits: [edit(LIMITS, 'if (ofSession) return ofSession;', '')],
    tests: streams,
    named: 'one session',
    project: 'embedded',
  },
  {
    name: 'streams-of-network',
    removes: 'an address and a wide network have so many streams',
    edits: [edit(LIMITS, 'if (ofNetwork) return ofNetwork;', '')],
    tests: streams,
    named: 'one address',
    project: 'embedded',
  },
  {
    name: 'streams-of-process',
    removes: 'a process has so many streams',
    edits: [edit(LIMITS, 'open.length >= STREAMS_MAX ?', 'open.length < 0 * STREAMS_MAX ?')],
    tests: streams,
    named: 'one process',
    project: 'embedded',
  },
  {
    name: 'push-path',
    removes: 'a push endpoint whose path begins like another host is refused',
    edits: [
      { file: 'src/platform/rules/push.ts', find: ' || !PLAIN_PATH.test(url.pathname)', put: ' || PLAIN_PATH.test(url.origin)' },
    ],
    tests: ['features/notifications/rules/notice.test.ts'],
    named: 'C127',
    project: 'pure',
  },
  {
    name: 'receipt-of-zeros',
    removes: 'a transaction of zeros is no receipt',
    edits: [edit('platform/server/adapters/daraja/said-values.ts', ' && !NO_RECEIPT.test(value)', ' && NO_RECEIPT !== null')],
    tests: wild,
    named: 'zeros',
    project: 'embedded',
  },
  {
    name: 'push-unknown-to-mpesa',
    removes: 'a push that M-Pesa does not know is given up in the end',
    edits: [
      edit(
        'platform/server/adapters/daraja/answers.ts',
        "if (/not (be )?found|not exist|invalid/i.test(text)) return 'refused';",
        '',
      ),
    ],
    tests: wild,
    named: 'given up',
    project: 'embedded',
  },
];
