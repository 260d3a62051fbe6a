const load = () => import('#app/article/press-button.ts')

/**
 * The handlers of an element with the text of an article, whose buttons are HTML of the server. What they do is loaded when a reader first
 * points at the text or moves the focus into it, because browsers let a page copy and share only right after a click.
 */
export const articleButtons = {
  onPointerOver: load,
  onFocus: load,
  onClick: ({ target }: React.MouseEvent) => load().then(({ press }) => press(target as Element)),
}
