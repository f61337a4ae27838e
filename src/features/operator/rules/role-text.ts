import type { OperatorRole } from '#operator/rules/operator-roles.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#text';

const roles: Record<OperatorRole, typeof m.deskRoleReader> = {
  reader: m.deskRoleReader,
  support: m.deskRoleSupport,
  finance: m.deskRoleFinance,
  lead: m.deskRoleLead,
};

export const roleText = (role: OperatorRole, options?: { locale: Language }): string =>
  roles[role]({}, options);
