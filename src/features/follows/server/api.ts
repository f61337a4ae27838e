import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import * as useCases from './feature.ts';

export const follows = {
  list: query(operations.listFollows, useCases.listFollows),
  add: mutation(operations.addFollow, useCases.addFollow),
  remove: mutation(operations.removeFollow, useCases.removeFollow),
  opened: mutation(operations.markFollowedOpened, useCases.markFollowedOpened),
};
