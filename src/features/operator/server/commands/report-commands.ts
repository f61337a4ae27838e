import { wordlessText } from '#features/messages/rules/message-media.ts';
import { mediaUrl } from '#features/messages/server/get-media.ts';
import { listReports } from '#features/messages/server/report-conversation.ts';
import { endReport } from '#features/operator/server/operations/report-operations.ts';
import { type Call, type Command, CommandError, does, idIn, needed, reads } from './command.ts';
import { moreText } from './draw-table.ts';

/** Reports of buyers and farmers about each other. */
export const reportCommands: Record<string, Command> = {
  reports: {
    usage: 'reports',
    about:
      'conversations that somebody has reported, longest first, each with the five messages around the report and links to their photos and voice notes',
    run: showReports,
  },
  report: {
    usage: 'report <report> close --reason "…"',
    about: 'closes a report that has been dealt with; suspending somebody is a command of its own',
    run: close,
  },
};

type Report = Awaited<ReturnType<typeof listReports>>['reports'][number];

async function showReports(call: Call) {
  const { services } = call;
  const { reports, count } = await reads(call, 'reports', listReports);
  if (reports.length === 0) return 'There are no reports.';
  return (
    reports.map((report) => describe(report, services)).join('\n\n') +
    moreText(count - reports.length)
  );
}

/** JSON.stringify, because a text with line breaks could otherwise look like another message. */
function describe(
  { id, since, reporter, reason, buyer, farmer, productName, ...report }: Report,
  services: Call['services'],
) {
  const { conversationId, messages } = report;
  const lines = messages.flatMap(({ sentAt, from, kind, text, media }) => {
    const words = text === '' ? `(${wordlessText(kind, 'en') || kind})` : JSON.stringify(text);
    const links = media.map(
      (medium) => `    ${mediaUrl({ conversationId, mediaId: medium.id }, services)}`,
    );
    return [`  ${sentAt.toISOString()} ${from}: ${words}`, ...links];
  });
  const sides = `buyer ${buyer ?? '(gone)'}, farmer ${farmer ?? '(gone)'}, about ${JSON.stringify(productName)}`;
  return [
    `report ${id}, ${since.toISOString()}, by ${reporter}: ${JSON.stringify(reason)}`,
    `  ${sides}`,
    ...lines,
  ].join('\n');
}

async function close(call: Call) {
  const [report, word] = call.words;
  const reportId = idIn(report, 'report');
  if (word !== 'close') throw new CommandError('What about it? close.');
  return does(call, endReport, { reportId, reason: needed(call, 'reason') });
}
