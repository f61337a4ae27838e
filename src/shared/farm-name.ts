/** What a farm is called until its farmer names it. It stands by itself, because every page of a visitor asks for it. */
export const DEFAULT_FARM_NAME = 'My Farm';
