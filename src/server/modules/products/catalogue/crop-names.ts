import { type CropNames, drawnCrops } from '#shared/products/drawn-crops.ts';

/** These are drawn as their category. */
const otherCrops: readonly CropNames[] = [
  ['pumpkin', 'malenge', 'maboga', 'boga'],
  ['cucumber', 'tango', 'matango'],
  ['coriander', 'dhania', 'giligilani'],
  ['aubergine', 'eggplant', 'biringanya', 'brinjal'],
  ['okra', 'bamia'],
  ['beetroot', 'kiazi sukari'],
  ['ginger', 'tangawizi'],
  ['groundnut', 'njugu', 'karanga', 'peanut'],
  ['pawpaw', 'papaya', 'papai', 'mapapai'],
  ['guava', 'pera', 'mapera'],
  ['apple', 'tofaa', 'matofaa'],
  ['sugarcane', 'sugar cane', 'miwa', 'muwa'],
  ['chicken', 'kuku', 'kienyeji'],
  ['macadamia', 'makadamia'],
  ['sunflower', 'alizeti'],
  ['yam', 'kiazi kikuu', 'viazi vikuu'],
  ['jackfruit', 'fenesi', 'mafenesi'],
  ['coconut', 'nazi', 'mnazi'],
  ['mushroom', 'uyoga'],
];

/** The names of each crop. */
export const cropNames: readonly CropNames[] = [...drawnCrops.map(({ names }) => names), ...otherCrops];
