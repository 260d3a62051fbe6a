import { press as pressArticleButton } from '#app/article/article-buttons.ts'

/** Does what a button in the text of an article is for. The player, which few readers want, is loaded by its own button. */
export async function press(target: Element): Promise<void> {
  const button = target.closest<HTMLElement>('[data-listens]')
  if (!button) return pressArticleButton(target)
  const { listen } = await import('#app/listen/listen.ts')
  await listen(button)
}
