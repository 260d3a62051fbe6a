/** The colours of the page in both themes, `paper` of app/styles/tokens.css. Without scripts a page is light. */
export const THEME_COLORS = { light: '#fdfdfb', dark: '#131519' }

/**
 * What is the same in the head of every page: the colour of the browser's bars, which the boot script keeps to the theme, and
 * icons (scripts/make-icons.ts). It is inserted after rendering, so that no script contains it. The size of the ICO makes
 * browsers that can draw SVG prefer that.
 */
export const CONSTANT_HEAD = Buffer.from(
  [
    `<meta name="theme-color" content="${THEME_COLORS.light}"/>`,
    '<link rel="icon" href="/favicon.ico" sizes="32x32"/>',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
  ].join(''),
)
