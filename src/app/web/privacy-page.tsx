import { supportEmail, supportLocation, supportPhone } from '#platform/web/shell/site-info.ts';
import { m } from '#text';
import { LegalPage, type LegalPart } from './legal-page.tsx';

const parts = (): LegalPart[] => [
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
  return <LegalPage title={m.privacyTitle()} lead={m.privacyLead()} parts={parts()} />;
}
