import { page } from 'vitest/browser'
import type { OriginalBeside } from '#app/article/beside-original.server.ts'
import { listenButton } from '#app/article/listen-button.server.ts'
import { presentArticle } from '#app/article/present-article.server.ts'
import { shareLinks } from '#app/article/share-links.server.ts'
import { translatorOf } from '#app/messages.ts'
import ArticlePage from '#app/routes/site/article.tsx'
import type { Article } from '#core/domain/article.ts'
import type { WithHero } from '#core/domain/hero-image.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { PLAYER_CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import { anArticle } from '../../support/articles.ts'
import { json } from './network.ts'
import { openPage } from './open-page.tsx'

const { settings } = settingsOf([], { contact_address: 'news@example.org' })

interface Given {
  /** The address of its recording. */
  audio?: string
  original?: Pick<OriginalBeside, 'content'> & Partial<OriginalBeside>
  /** What else of the page's data is of interest. */
  data?: object
  /** In the language of another page than its own, for the English fallback. */
  path?: string
  respond?: (request: Request) => Response | undefined
}

export const anArticleRow = (article: Partial<Article> = {}): Article =>
  ({
    id: 'a1000000-0000-4000-8000-000000000000',
    created_at: '2026-11-18T09:00:00Z',
    updated_at: '2026-11-18T09:00:00Z',
    ...anArticle(article as Parameters<typeof anArticle>[0]),
    ...article,
  }) as Article

/** Opens the page of an article, with the HTML that the server makes of it, and returns its player and the button that opens that. */
export async function openArticle(
  own: Partial<Article>,
  { audio, original, data, path, respond }: Given = {},
) {
  const row = anArticleRow(own)
  const t = translatorOf(row.language, settings)
  const { facts: _, ...shown } = await presentArticle(
    row,
    {
      siteUrl: location.origin,
      settings,
      withHero: (article) =>
        Promise.resolve({ ...article, hero: null } as unknown as WithHero<typeof article>),
      describeImage: () => Promise.resolve(null),
      offTurn: async (_, work, ...args) => work(...args),
    },
    {
      notes: listenButton(t, audio),
      original: original ? { ...anArticleRow(), translated: null, ...original } : null,
    },
  )
  const share = shareLinks(row, { siteUrl: location.origin, t, language: row.language, follow: '/news' })
  const route = {
    id: 'routes/site/article',
    path: 'article/:slug',
    Component: ArticlePage,
    data: {
      related: '',
      versions: [],
      updated: null,
      jsonLd: [],
      ...shown,
      html: shown.html + share,
      ...data,
    },
  }
  const screen = await openPage(path ?? articlePath(row), [route], {
    respond: (request) => respond?.(request) ?? playerMessages(request),
  })
  return {
    screen,
    player: page.getByRole('region', { name: PLAYER_CATALOGS[row.language]['player.title'] ?? '' }),
    listen: page.getByRole('button', { name: t('article.listen'), exact: true }),
  }
}

function playerMessages({ url }: Request): Response | undefined {
  const [, code] = /\/player-(\w+)-\w+\.json$/.exec(url) ?? []
  const language = LANGUAGE_CODES.find((one) => one === code)
  return language && json(PLAYER_CATALOGS[language])
}
