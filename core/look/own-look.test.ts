import { expect, test } from 'vitest'
import { settingsOf } from '#core/domain/settings.ts'
import { ownSiteData } from '#core/domain/site-data.ts'
import { fitLogo, mailLogoOf, ownLogoOf } from '#core/look/logo.ts'
import { lookCss, withLook } from '#core/look/look-css.ts'
import { feedIcons, iconPath, markOf } from '#core/look/mark.ts'
import { frontPreviewPath, previewedSettings } from '#core/look/previewed-settings.ts'
import { shareVersionOf } from '#core/look/share-version.ts'

const settings = (values: Record<string, unknown> = {}) =>
  settingsOf(
    Object.entries(values).map(([key, value]) => ({ key, value })),
    { contact_address: 'desk@example.org' },
  ).settings

const LOGO = { light: 'look/a.svg', dark: 'look/b.svg', width: 130, height: 40, named: false }

test('the look as it is shipped adds nothing to pages, icons and feeds', () => {
  const shipped = settings()
  expect([
    lookCss(shipped),
    markOf(shipped),
    ownLogoOf(shipped),
    feedIcons(shipped, 'https://a.example'),
  ]).toEqual(['', null, null, null])
  expect(ownSiteData(shipped)).toEqual({})
  expect(iconPath('favicon.ico', shipped)).toBe('/favicon.ico')
})

test('styles have one look, whichever they had before', () => {
  const looks = [{ accent: '#ffd400', logo: LOGO }, { logo: LOGO }, { accent: '#0f7b3f' }, {}].map(settings)
  const styles = 'a{color:red}@media print{b{color:blue}}'
  for (const before of looks)
    for (const look of looks) expect(withLook(styles + lookCss(before), look)).toBe(styles + lookCss(look))
})

test('share images have another address when they show something else, and none of it as shipped', () => {
  expect(shareVersionOf(settings())).toBeUndefined()
  const versions = [
    { accent: '#0f7b3f' },
    { accent: '#0f7b3f', type: 'grotesk' },
    { site_name: 'Vert' },
    { logo: LOGO },
    { words: { 'card.badge.tech': { en: 'Machines' } } },
  ].map((values) => shareVersionOf(settings(values)))
  expect(new Set(versions).size).toBe(versions.length)
  for (const version of versions) expect(version).toMatch(/^\?v=[a-z0-9]{5,11}$/)
  const [recoloured, ...others] = settings().categories
  const categories = [...(recoloured ? [{ ...recoloured, color: '#b45309' }] : []), ...others]
  expect(shareVersionOf({ ...settings(), categories })).toMatch(/^\?v=/)
})

test('the icon is an own one, else the letter of an own name, else the eye in the accent', () => {
  expect(markOf(settings({ accent: '#0f7b3f' }))).toEqual({ kind: 'eye', brand: '#0f7b3f' })
  expect(markOf(settings({ site_name: '«élan» 24', accent: '#0f7b3f', type: 'grotesk' }))).toEqual({
    ...{ kind: 'letter', letter: 'É', isGrotesk: true },
    ...{ brand: '#0f7b3f', onBrand: '#ffffff' },
  })
  expect(markOf(settings({ site_name: '🗞️', icon: { file: 'look/a.png' } }))).toEqual({
    kind: 'file',
    file: 'look/a.png',
  })
  expect(markOf(settings({ site_name: '🗞️' }))).toMatchObject({ letter: '' })
})

test('another icon has another address, and the same one the same', () => {
  const paths = [{ site_name: 'Vert' }, { site_name: 'Bleu' }, { site_name: 'Vert', accent: '#112233' }].map(
    (values) => iconPath('icon-512.png', settings(values)),
  )
  expect(new Set(paths).size).toBe(3)
  expect(paths[0]).toBe(iconPath('icon-512.png', settings({ site_name: 'Vert' })))
})

test('a logo has its size, and mails get pictures at whole addresses', () => {
  expect(ownLogoOf(settings({ logo: LOGO }))).toEqual(LOGO)
  expect(mailLogoOf(settings({ logo: LOGO }), 'https://a.example')).toEqual({
    ...{ src: 'https://a.example/look/a.svg.png', width: 138, height: 48, named: false },
  })
  expect([fitLogo({ width: 5200, height: 100 }), fitLogo({ width: 10, height: 100 })]).toEqual([
    { width: 260, height: 5 },
    { width: 4, height: 44 },
  ])
})

test('beside a wide logo the name is not written on phones', () => {
  const css = (logo: object) => lookCss(settings({ logo: { ...LOGO, ...logo } }))
  expect(css({ named: true })).toContain('+span{display:none}')
  for (const logo of [{ named: false }, { named: true, width: 44 }])
    expect(css(logo)).not.toContain('+span{display:none}')
})

test('a preview takes valid settings of the look from its address, and nothing else', () => {
  const current = settings({ accent: '#0f7b3f' })
  const preview = (query: string) =>
    previewedSettings(new URL(`https://a.example/preview/front?${query}`), current)
  const asked = new URL(
    frontPreviewPath({ accent: '#ffd400', type: 'classic', logo: LOGO }),
    'https://a.example',
  )
  expect(preview(asked.search.slice(1))).toEqual({
    ...current,
    accent: '#ffd400',
    type: 'classic',
    logo: LOGO,
  })
  expect(preview(`look=${encodeURIComponent('{"accent":null}')}`).accent).toBeNull()
  for (const hostile of [
    '{"site_name":"Evil","tagline":{"en":"Evil"},"words":{}}',
    '{"accent":"red;}body{display:none","logo":{"light":"https://evil.example/a.svg"},"type":"comic"}',
    '{"__proto__":{"accent":"#000000"}}',
    'null',
    '[]',
    '{',
    `{"accent":"#000000"${' '.repeat(2_000)}}`,
  ])
    expect(preview(`look=${encodeURIComponent(hostile)}`)).toEqual(current)
  expect(previewedSettings(new URL('https://a.example/?look={"accent":"%23000000"}'), current)).toBe(current)
})
