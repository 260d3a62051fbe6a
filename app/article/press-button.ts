import { press as pressArticleButton } from '#app/article/article-buttons.ts'
import { followBeside } from '#app/article/follow-beside.ts'
import { announce } from '#app/components/ui/toast.tsx'
import { beginSound, listen } from '#app/listen/listen.ts'
import { translatorOf } from '#app/messages.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import type { Language } from '#core/i18n/languages.ts'

const listenButtonAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-listens]') : null

followBeside()

// In the event itself: `press` comes after the promise of this file, and browsers allow no sound then.
document.addEventListener('click', ({ target }) => {
  const button = listenButtonAt(target)
  if (button) beginSound(button)
})

/** Does what a button in the text of an article is for. What few readers want is loaded by its own button: the player, and the list of what is saved. */
export async function press(target: Element): Promise<void> {
  const saves = target.closest<HTMLElement>('[data-saves]')
  if (saves) return (await import('#app/saved/save-shown-article.tsx')).saveShownArticle()
  const button = listenButtonAt(target)
  if (!button) return pressArticleButton(target)
  try {
    await listen(button)
  } catch {
    const t = translatorOf(document.documentElement.lang as Language, DEFAULT_SITE_WORDS)
    announce({ title: t('connection.lost.title'), description: t('connection.lost.text') })
  }
}
