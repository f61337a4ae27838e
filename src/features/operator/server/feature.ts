import { HOUR_SECONDS } from '#rules/limits.ts';
import { repeatRounds } from '#server/clock.ts';
import { handledBy } from '#server/outbox.ts';
import { operatorLink, sendOperatorLink } from './credentials.ts';
import { countFigures } from './figures.ts';
import { pruneEntries } from './operator-queries.ts';
import { logHeadPublished, mailHead, publishHead } from './published-log.ts';
import { startOperator } from './start-operator.ts';

const PUBLISHING_MILLISECONDS = 10 * 60 * 1000;

export const operator: Feature = {
  outbox: [handledBy(logHeadPublished, mailHead), handledBy(operatorLink, sendOperatorLink)],
  prune: pruneEntries,
  start: (db: Database, { dataFolder: folder, operators, ...services }) => [
    startOperator(db, { folder, operators, services }),
    repeatRounds(() => publishHead(db, services.operatorSettings, services.clock()), {
      pauseMilliseconds: PUBLISHING_MILLISECONDS,
      firstPauseMilliseconds: PUBLISHING_MILLISECONDS,
      onError: { log: services.log, text: "the operators' log could not be published" },
    }),
    repeatRounds(() => countFigures(db, services.clock()), {
      pauseMilliseconds: HOUR_SECONDS * 1000,
      mayRun: services.live.isLive,
      onError: { log: services.log, text: "the desk's figures could not be counted" },
    }),
  ],
};
