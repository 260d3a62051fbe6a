import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OwnLogo } from './logo.tsx'

const LOGO = { light: 'look/a.svg', dark: 'look/b.svg', width: 130, height: 40, named: false }

test('of the two files of a logo the theme decides which one is loaded', () => {
  const size = 'width="130" height="40" alt=""'
  expect(renderToStaticMarkup(<OwnLogo logo={LOGO} className="a" />)).toBe(
    `<picture class="a"><img loading="lazy" ${size} src="/look/a.svg" class="own-logo on-light"/>` +
      `<img loading="lazy" ${size} src="/look/b.svg" class="own-logo on-dark"/></picture>`,
  )
  // It is in sight, and not so large that it should be loaded before the page's content.
  expect(renderToStaticMarkup(<OwnLogo logo={{ ...LOGO, dark: null }} className="a" />)).toBe(
    `<picture class="a"><img ${size} src="/look/a.svg" class="own-logo"/></picture>`,
  )
})

test('a name without a file has no picture', () => {
  expect(renderToStaticMarkup(<OwnLogo logo={{ named: true }} className="a" />)).toBe('')
})
