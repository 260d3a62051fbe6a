import { buttonStyles } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'
import { singleLine, type Xml, xml } from '#core/feeds/escape.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'

interface ShareOptions {
  siteUrl: string
  /** Of the page, which may show an article in another language. */
  t: Translate
  language: Language
  /** The address of the page that has the ways to follow its author, or its section. */
  follow: string
}

interface Shared {
  title: string
  url: string
}

/** Where readers may share an article, by links alone: nothing of these sites is loaded. */
const NETWORKS: [name: string, address: (shared: Shared) => string][] = [
  ['Bluesky', ({ title, url }) => `https://bsky.app/intent/compose?${query({ text: `${title} ${url}` })}`],
  ['LinkedIn', ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`],
  ['WhatsApp', ({ title, url }) => `https://wa.me/?${query({ text: `${title} ${url}` })}`],
  ['X', ({ title, url }) => `https://x.com/intent/post?${query({ text: title, url })}`],
]

const BUTTON = buttonStyles({ variant: 'secondary', size: 'sm' })

/**
 * The ways to pass an article on, and where it can be followed, as HTML at the end of its text: it costs the browser no script, and the links need none. The buttons do
 * (`article-buttons.ts`), as does that for saving, and are hidden without; browsers that have a dialog for sharing show the button for that instead of the networks.
 */
export function shareLinks(
  article: Pick<Article, 'slug' | 'language' | 'title'>,
  { siteUrl, t, language, follow }: ShareOptions,
): string {
  const shared = { title: singleLine(article.title), url: siteUrl + articlePath(article) }
  const networks = NETWORKS.map(
    ([name, address]) => xml`<li class="share-network">${outside(name, address(shared), t)}</li>`,
  )
  return xml`<section lang="${language}" aria-labelledby="share" class="share">
<h2 id="share">${t('article.share.title')}</h2>
<ul role="list">
<li><button type="button" data-copies="${shared.url}" data-done="${t('article.code.copied')}" data-scripted="copy-link" class="${BUTTON}">${t('article.share.copy')}</button></li>
<li class="share-system"><button type="button" data-shares="${shared.url}" data-title="${shared.title}" data-scripted="share" class="${BUTTON}">${t('article.share.system')}</button></li>
<li><a href="${mailTo(shared)}" class="${BUTTON}">${t('article.share.mail')}</a></li>
${networks}
<li><a href="${follow}#follow" class="${BUTTON}">${t('follow.title')}</a></li>
<li data-live=""><button type="button" data-saves="" data-scripted="save" class="${BUTTON}">${t('saved.save')}</button></li>
</ul>
</section>`.xml
}

function outside(name: string, href: string, t: Translate): Xml {
  return xml`<a href="${href}" target="_blank" rel="noopener noreferrer" class="${BUTTON}">${name}<span class="sr-only"> ${t('article.link.newTab')}</span></a>`
}

/** Mail programs show a plus as a plus, and may read what follows a line break in the subject as a header. */
function mailTo({ title, url }: Shared): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
}

function query(parameters: Record<string, string>): string {
  return String(new URLSearchParams(parameters))
}
