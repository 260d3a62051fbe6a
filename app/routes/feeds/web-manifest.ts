import { serverContext } from '#app/context.ts'
import { PAPER_COLORS, themeColorsOf } from '#app/document/constant-head.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import { inLanguage } from '#core/domain/site-words.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { iconPath } from '#core/look/mark.ts'
import { SAVED_PATH } from '#core/paths.ts'
import type { Route } from './+types/web-manifest.ts'

/** Made by scripts/make-icons.ts, or of the icon of the publication. */
const ICONS = [
  { name: 'icon-192.png', sizes: '192x192', type: 'image/png' },
  { name: 'icon-512.png', sizes: '512x512', type: 'image/png' },
  { name: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/**
 * The web manifest with which phones install the publication as an app. It is the same app in every language; a reader who adds it gets
 * that of the page. The window keeps the buttons of a browser, because pages link to other sites.
 */
export const loader = cachedLoader(
  ['lang'],
  ({ context, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
    const { settings, tag } = context.get(serverContext)
    tag(...settingTags('site_name', 'tagline', 'accent', 'type', 'icon'))
    const t = translatorOf(query.lang, settings)
    const manifest = {
      id: '/',
      name: t('site.name'),
      description: settings.tagline ? inLanguage(settings.tagline, query.lang) : t('site.tagline'),
      lang: query.lang,
      start_url: localizedPath('/', query.lang),
      scope: '/',
      display: 'minimal-ui',
      background_color: PAPER_COLORS.light,
      theme_color: themeColorsOf(settings).light,
      categories: ['news'],
      shortcuts: [{ name: t('saved.title'), url: localizedPath(SAVED_PATH, query.lang) }],
      icons: ICONS.map(({ name, ...icon }) => ({ src: iconPath(name, settings), ...icon })),
    }
    return machineResponse(JSON.stringify(manifest), { type: 'application/manifest+json; charset=utf-8' })
  },
)
