import { closeReport } from '#messages/server/report-conversation.ts';
import { closeReportInput } from '#operator/rules/operations.ts';
import { m } from '#text';
import { defineOperation } from './operation.ts';
import { OperatorError, say } from './operator-services.ts';

export const endReport = defineOperation({
  name: 'report close',
  input: closeReportInput,
  roles: ['support', 'lead'],
  async work(tx, { reportId }, { now }) {
    if (!(await closeReport(tx, reportId, now)))
      throw new OperatorError(say(m.errorNotFound, { reportId }));
    return { said: say(m.deskReportClosed, { reportId }) };
  },
});
