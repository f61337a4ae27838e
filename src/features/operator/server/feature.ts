<<<<<<< /work/main/src/features/operator/server/feature.ts
import type { Mailer } from '#platform/server/adapters/mailer.ts';
import { repeatRounds } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox.ts';
import type { OperatorKey } from '#platform/server/setting-formats.ts';
=======
import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
>>>>>>> /tmp/tmpx4lib5_j/theirs
import { operatorLink, sendOperatorLink } from './entry/send-link.ts';
import { logHeadPublished, mailHead, publishHead } from './log/publish-head.ts';
import { pruneEntries } from './people/queries.ts';
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
  ],
};
