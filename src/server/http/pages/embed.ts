/**
 * Data for the page's own script, in a block that no browser runs (and the CSP therefore lets pass). "<" is written as an escape,
 * so that nothing in it can end the block.
 */
export const embed = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
