/* All operations except `opened` answer all follows, and repeating one changes nothing. */

import { operation } from '#platform/contract.ts';
import { followInput, openedInput } from './rules.ts';

export const listFollows = operation({ by: 'buyer' });
export const addFollow = operation({ by: 'buyer', input: followInput });
export const removeFollow = operation({ by: 'buyer', input: followInput });
export const markFollowedOpened = operation({ by: 'buyer', input: openedInput });
