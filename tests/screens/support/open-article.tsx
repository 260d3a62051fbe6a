import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { OriginalBeside } from '#app/article/beside-original.server.tsx'
import { ListenButton } from '#app/article/listen-button.server.tsx'
import { presentArticle } from '#app/article/present-article.server.tsx'
import { ShareLinks } from '#app/article/share-links.server.tsx'
import { translatorOf } from '#app/messages.ts'
import { loader } from '#app/routes/site/article.tsx'
import type { Article } from '#core/domain/article.ts'
import type { WithHero } from '#core/domain/hero-image.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { articlePath } from '#core/paths.ts'
import { anArticle } from '../../support/articles.ts'
import { openPage } from './open-page.tsx'

const { settings } = settingsOf([], { contact_address: 'news@example.org' })

interface Given {
  /** The address of its recording. */
  audio?: string
  original?: Pick<OriginalBeside, 'content'> & Partial<OriginalBeside>
  /** Other data of the page that a test needs. */
  data?: object
  /** The path in the language of another page than the article's own, for the English fallback. */
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
  const { language } = row
  onTestFinished(leavePage)
  const t = translatorOf(language, settings)
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
      before: <ListenButton t={t} audio={audio} />,
      after: <ShareLinks article={row} siteUrl={location.origin} {...{ t, language, follow: '/news' }} />,
      original: original ? { ...anArticleRow(), translated: null, ...original } : null,
    },
  )
  const shownPage = {
    Page: loader.Page,
    data: {
      related: [],
      versions: [],
      updated: null,
      jsonLd: [],
      ...shown,
      ...data,
    },
  }
  const screen = await openPage(path ?? articlePath(row), shownPage, {
    respond,
  })
  return {
    screen,
    player: page.getByRole('region', { name: t('player.title') }),
    listen: page.getByRole('button', { name: t('article.listen'), exact: true }),
  }
}

/** Tells the page what a browser tells it when another one takes its place. */
export function leavePage(): void {
  dispatchEvent(new PageTransitionEvent('pagehide'))
}
