/* Calls 12 and 13. Public, because sign-up needs places before there is an account. */

import { operation } from '#platform/contract.ts';
import { checkCountyInput, reversePlaceInput, searchPlacesInput } from './rules/place.ts';

export const checkCounty = operation({ by: 'anyone', input: checkCountyInput });
export const reversePlace = operation({ by: 'anyone', input: reversePlaceInput });
export const searchPlaces = operation({ by: 'anyone', input: searchPlacesInput });
