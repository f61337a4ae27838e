/*
 * The network vouches for the number, so no code is needed. The farm is at the town's centre until
 * its position is measured.
 */

import * as z from 'zod/mini';
import { firstName, lastName } from '#accounts/rules/account.ts';
import {
  COVERAGE_RADIUS_MAX_METRES,
  COVERAGE_RADIUS_MIN_METRES,
  COVERAGE_RADIUS_STEP_METRES,
  farmSizes,
  farmTypes,
} from '#farms/rules/farm.ts';
import { signUpByKeypad } from '#farms/server/sign-up-farmer.ts';
import { findNames } from '#places/server/find-names.ts';
import { categories } from '#products/rules/product-facts.ts';
import { categoryLabels } from '#products/rules/product-texts.ts';
import type { County } from '#rules/counties.ts';
import { METRES_PER_KILOMETRE } from '#rules/geo.ts';
import { fold } from '#rules/text/fold.ts';
import { shortName } from '#rules/text/sms.ts';
import { m } from '#text';
import { type PhoneCall, say } from '../speakers.ts';
import {
  type Definition,
  figureIn,
  itemAt,
  judge,
  menu,
  type On,
  type Screen,
  type Town,
} from './define-screen.ts';

const joinNameInput = z.object({ firstName, lastName });

const joinName: Definition<'joinName', PhoneCall> = {
  show: ({ language }) => say(language, m.smsAskName),
  take(on, input) {
    const [first = '', ...rest] = input.split(/\s+/);
    const named = { firstName: first, lastName: rest.join(' ') };
    return judge(on, joinNameInput, named, (name): { screen: Screen } => ({
      screen: { at: 'joinCounty', name, back: on.screen },
    }));
  },
};

const joinCounty: Definition<'joinCounty', PhoneCall> = {
  show: ({ language }) => say(language, m.smsAskCounty),
  take({ screen, language }, input) {
    const county = findNames(input, PLACES_READ).find(({ kind }) => kind === 'county')?.county;
    if (!county) return { screen, said: say(language, m.smsCountyUnknown) };
    return { screen: { at: 'joinTown', name: screen.name, county, back: screen } };
  },
};

const PLACES_READ = 200;
const TOWNS_SHOWN = 5;

function townsOf(typed: string, county: County): Town[] {
  const found = [typed, `${typed} ${county}`].map((query) =>
    findNames(query, PLACES_READ).flatMap((place) =>
      place.kind === 'county' || place.county !== county
        ? []
        : [{ name: place.name, county, ...place.position }],
    ),
  );
  const towns = found.find((places) => places.length > 0) ?? [];
  // A constituency, a ward and a town may have one name.
  const names = [...new Set(towns.map(({ name }) => name))].slice(0, TOWNS_SHOWN);
  return names.flatMap((name) => towns.find((town) => town.name === name) ?? []);
}

const joinTown: Definition<'joinTown', PhoneCall> = {
  show: ({ language }) => say(language, m.smsAskTown),
  take({ screen, language }, input) {
    const { name, county } = screen;
    const towns = townsOf(input, county);
    const [town] = towns;
    if (!town) return { screen, said: say(language, m.smsTownUnknown, { county }) };
    const isSure = towns.length === 1 || fold(town.name) === fold(input);
    if (isSure) return { screen: { at: 'joinType', name, town, back: screen } };
    return { screen: { at: 'joinPlace', name, towns, back: screen } };
  },
};

const joinPlace: Definition<'joinPlace', PhoneCall> = {
  show({ screen, language }) {
    const lines = screen.towns.map((town) => shortName(town.name));
    return menu(say(language, m.smsAskPlace), lines, language);
  },
  take({ screen }, input) {
    const town = itemAt(screen.towns, input);
    return town ? { screen: { at: 'joinType', name: screen.name, town, back: screen } } : null;
  },
};

const farmGroups = categories.flatMap((group) => {
  const farmType = farmTypes.find((type) => type.startsWith(group));
  return farmType ? [{ group, farmType }] : [];
});

const joinType: Definition<'joinType', PhoneCall> = {
  show({ language }) {
    const lines = farmGroups.map(({ group }) => categoryLabels[group]({}, { locale: language }));
    return menu(say(language, m.smsAskFarmType), lines, language);
  },
  take({ screen }, input) {
    const farmType = itemAt(farmGroups, input)?.farmType;
    const { name, town } = screen;
    return farmType ? { screen: { at: 'joinSize', name, town, farmType, back: screen } } : null;
  },
};

const joinSize: Definition<'joinSize', PhoneCall> = {
  show: ({ language }) => say(language, m.smsAskFarmSize),
  take({ screen }, input) {
    const farmSize = itemAt(farmSizes, input);
    const { name, town, farmType } = screen;
    const farm = { name, town, farmType };
    return farmSize ? { screen: { at: 'joinReach', ...farm, farmSize, back: screen } } : null;
  },
};

const SKIP = '00';
/** Reaches a town from most farms. */
const REACH_USUAL_METRES = 10_000;
const kilometres = (metres: number) => metres / METRES_PER_KILOMETRE;

const joinReach: Definition<'joinReach', PhoneCall> = {
  show: ({ language }) =>
    say(language, m.smsAskReach, {
      most: kilometres(COVERAGE_RADIUS_MAX_METRES),
      usual: kilometres(REACH_USUAL_METRES),
    }),
  take({ screen }, input) {
    const { name, town, farmType, farmSize } = screen;
    const typed = figureIn(input);
    const geofenceRadius =
      input === SKIP
        ? REACH_USUAL_METRES
        : Math.round((typed ?? 0) * 10) * COVERAGE_RADIUS_STEP_METRES;
    return geofenceRadius < COVERAGE_RADIUS_MIN_METRES ||
      geofenceRadius > COVERAGE_RADIUS_MAX_METRES
      ? null
      : { screen: { at: 'join', name, town, farmType, farmSize, geofenceRadius, back: screen } };
  },
};

const join: Definition<'join', PhoneCall> = {
  show({ screen: { name, town }, language }) {
    const person = shortName(`${name.firstName} ${name.lastName}`);
    return say(language, m.smsJoinMenu, { name: person, town: shortName(town.name) });
  },
  async take(on, input) {
    if (input !== '1') return null;
    const { name, town, farmType, farmSize, geofenceRadius } = on.screen;
    const { phoneNumber, language } = on;
    const farm = { town, farmType, farmSize, geofenceRadius };
    await signUpByKeypad(on, { ...name, phoneNumber, ...farm });
    const said = say(language, m.smsJoined, { name: shortName(name.firstName) });
    return { screen: { at: 'pinNew' }, said };
  },
};

export const joinScreens = {
  joinName,
  joinCounty,
  joinTown,
  joinPlace,
  joinType,
  joinSize,
  joinReach,
  join,
};

export const beginJoining = ({ screen }: On<'main', PhoneCall>): { screen: Screen } => ({
  screen: { at: 'joinName', back: screen },
});
