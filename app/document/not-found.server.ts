import type { MessageScreen } from '#app/components/layout/message-screen.tsx'
import type { ServerContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { listPublishedArticles } from '#core/data/articles.ts'
import type { Language } from '#core/i18n/languages.ts'

/** One row on a wide screen. */
const NEWEST_COUNT = 4

type Screen = React.ComponentProps<typeof MessageScreen>

/** A page throws it if there is nothing at its address: the response has status 404 and this screen. */
export class NotFound {
  readonly screen: Screen
  constructor(screen: Screen) {
    this.screen = screen
  }
}

/** Names the missing thing, and shows the newest articles. An article is named by its `slug`. */
export async function notFound(
  { supabase, settings, withHero }: ServerContext,
  language: Language,
  what: 'article' | 'category' | 'page',
  slug?: string,
): Promise<NotFound> {
  const newest = await listPublishedArticles(supabase, { language, limit: NEWEST_COUNT })
  const t = translatorOf(language, settings)
  return new NotFound({
    statusCode: '404',
    title: t(`notFound.${what}.title`),
    text: t(`notFound.${what}.text`),
    ...(slug !== undefined && { detail: t('notFound.article.slug', { slug }) }),
    suggestions: await Promise.all(newest.map(withHero)),
  })
}
