import { m } from '#text';
import {
  Container,
  supportEmail,
  supportLocation,
  supportPhone,
  telLink,
} from '#web/page-frame.tsx';
import { SiteFooter, SiteHeader } from './shell/site-frame.tsx';

const termsParts = (): LegalPart[] => [
  { id: 'who', title: m.termsWhoTitle(), content: [m.termsWhoText(), m.termsWhoAge()] },
  {
    id: 'account',
    title: m.termsAccountTitle(),
    content: [[m.termsAccountTrue(), m.termsAccountCode(), m.termsAccountOne()]],
  },
  {
    id: 'selling',
    title: m.termsSellingTitle(),
    content: [
      [
        m.termsSellingHonest(),
        m.termsSellingPrice(),
        m.termsSellingStock(),
        m.termsSellingForbidden(),
      ],
    ],
  },
  {
    id: 'buying',
    title: m.termsBuyingTitle(),
    content: [m.termsBuyingOrder(), m.termsBuyingCancel(), m.termsBuyingInspect()],
  },
  {
    id: 'paying',
    title: m.termsPayingTitle(),
    content: [m.termsPayingWays(), m.termsPayingReceipt(), m.termsPayingRefund()],
  },
  {
    id: 'disputes',
    title: m.termsDisputesTitle(),
    content: [m.termsDisputesFirst(), m.termsDisputesUs({ email: supportEmail() })],
  },
  { id: 'ending', title: m.termsEndingTitle(), content: [m.termsEndingYou(), m.termsEndingUs()] },
  {
    id: 'liability',
    title: m.termsLiabilityTitle(),
    content: [m.termsLiabilityText(), m.termsLiabilityLaw()],
  },
  { id: 'changes', title: m.termsChangesTitle(), content: [m.termsChangesText()] },
];

export function TermsPage() {
  return <LegalPage title={m.termsTitle()} lead={m.termsLead()} parts={termsParts()} />;
}

const privacyParts = (): LegalPart[] => [
  {
    id: 'controller',
    title: m.privacyControllerTitle(),
    content: [
      m.privacyControllerText({
        email: supportEmail(),
        phone: supportPhone(),
        location: supportLocation(),
      }),
      m.privacyControllerLaw(),
    ],
  },
  {
    id: 'kept',
    title: m.privacyKeptTitle(),
    content: [
      m.privacyKeptLead(),
      [
        m.privacyKeptAccount(),
        m.privacyKeptFarm(),
        m.privacyKeptOrders(),
        m.privacyKeptPayments(),
        m.privacyKeptNotices(),
        m.privacyKeptFollows(),
        m.privacyKeptTechnical(),
      ],
      m.privacyKeptNot(),
    ],
  },
  {
    id: 'seen',
    title: m.privacySeenTitle(),
    content: [[m.privacySeenPublic(), m.privacySeenPartner(), m.privacySeenNobody()]],
  },
  {
    id: 'processors',
    title: m.privacyProcessorsTitle(),
    content: [
      m.privacyProcessorsLead(),
      [
        m.privacyProcessorsMpesa(),
        m.privacyProcessorsMail(),
        m.privacyProcessorsPush(),
        m.privacyProcessorsMap(),
        m.privacyProcessorsHost(),
      ],
      m.privacyProcessorsAbroad(),
    ],
  },
  {
    id: 'long',
    title: m.privacyLongTitle(),
    content: [
      [
        m.privacyLongAccount(),
        m.privacyLongOrders(),
        m.privacyLongCallbacks(),
        m.privacyLongNotices(),
        m.privacyLongCodes(),
        m.privacyLongLogs(),
      ],
    ],
  },
  {
    id: 'device',
    title: m.privacyDeviceTitle(),
    content: [
      m.privacyDeviceLead(),
      [
        m.privacyDeviceSession(),
        m.privacyDeviceChoices(),
        m.privacyDeviceCart(),
        m.privacyDeviceWaiting(),
      ],
      m.privacyDeviceAsked(),
      m.privacyDeviceNone(),
    ],
  },
  {
    id: 'rights',
    title: m.privacyRightsTitle(),
    content: [
      m.privacyRightsLead(),
      [
        m.privacyRightsSee(),
        m.privacyRightsCorrect(),
        m.privacyRightsErase(),
        m.privacyRightsObject(),
        m.privacyRightsMove(),
      ],
      m.privacyRightsHow({ email: supportEmail() }),
    ],
  },
  { id: 'complaint', title: m.privacyComplaintTitle(), content: [m.privacyComplaintText()] },
  {
    id: 'safe',
    title: m.privacySafeTitle(),
    content: [m.privacySafeText(), m.privacySafeBreach()],
  },
];

/** Section 29 of the Data Protection Act, 2019, requires this notice before data is collected. */
export function PrivacyPage() {
  return <LegalPage title={m.privacyTitle()} lead={m.privacyLead()} parts={privacyParts()} />;
}

type LegalPart = {
  id: string;
  title: string;
  /** A text is a paragraph, an array is a list. */
  content: readonly (string | readonly string[])[];
};

type LegalPageProps = {
  title: string;
  lead: string;
  parts: readonly LegalPart[];
};

function LegalPage({ title, lead, parts }: LegalPageProps) {
  return (
    <>
      <SiteHeader />
      <main id="main" className="py-10 sm:py-16">
        <Container className="grid gap-x-14 gap-y-8 lg:grid-cols-[16rem_minmax(0,44rem)]">
          <header className="lg:col-start-2">
            <h1 tabIndex={-1} className="font-extrabold text-3xl">
              {title}
            </h1>
            <p className="mt-3 text-lg text-muted">{lead}</p>
            <p className="mt-2 text-muted text-sm">{m.legalDate()}</p>
          </header>
          <nav
            aria-label={m.legalContents()}
            className="lg:sticky lg:top-24 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start"
          >
            <ol className="rounded-card border border-line bg-card p-2">
              {parts.map(({ id, title: part }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex min-h-11 items-center rounded-field px-3 py-1.5 text-sm no-underline hover:bg-line/50"
                  >
                    {part}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="grid gap-10 lg:col-start-2">
            {parts.map((part) => (
              <Part key={part.id} {...part} />
            ))}
          </div>
        </Container>
      </main>
      <SiteFooter />
    </>
  );
}

function Part({ id, title, content }: LegalPart) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="font-bold text-2xl">
        {title}
      </h2>
      {content.map((block) =>
        typeof block === 'string' ? (
          <p key={block} className="mt-3">
            <LinkedText text={block} />
          </p>
        ) : (
          <ul key={block[0]} className="mt-3 grid list-disc gap-2 pl-6 marker:text-leaf">
            {block.map((point) => (
              <li key={point}>
                <LinkedText text={point} />
              </li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

const EMAIL = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
const MPESA = 'M-Pesa';
const SITE = String.raw`www\.[\w-]+(?:\.[\w-]+)+`;

/**
 * Links email addresses, web addresses and our phone number, and prevents a line break within
 * M-Pesa.
 */
function LinkedText({ text }: { text: string }) {
  // During the build our addresses are placeholders, so they are matched literally.
  const own = [supportEmail(), supportPhone()]
    .filter(Boolean)
    .map((address) => address.replace(/[^\w\s]/gu, String.raw`\$&`));
  // When split by a capturing pattern, every second part is a match.
  return text.split(new RegExp(`(${[...own, EMAIL, SITE, MPESA].join('|')})`)).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : part === MPESA ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <a key={part} href={addressOf(part)} className="link wrap-anywhere">
        {part}
      </a>
    ),
  );
}

function addressOf(found: string) {
  if (found === supportPhone()) return telLink(found);
  return found.startsWith('www.') ? `https://${found}` : `mailto:${found}`;
}
